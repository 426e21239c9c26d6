package io.jobqueue.internal;

import io.jobqueue.internal.Reachability.Call;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that tells a storing backend how attempts ended, in batches, and renews the leases of those that have not.
 *
 * <p>While the backend is away, results are kept and sent again with the same token; the backend's answer, not this node's
 * clock, says whether they still count. Leases that run out meanwhile are noticed by the watchdog. Results and renewals fail
 * apart from each other: a result that the backend cannot take must not cost other jobs their leases.
 */
final class Settler implements Runnable {

    private record Result(ClaimedRun run, Settlement settlement) {}

    private static final Logger log = LoggerFactory.getLogger(Settler.class);
    private static final int MAX_BATCH = 500;
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int BEATS_PER_LEASE = 3;

    private final Scheduler scheduler;
    private final Claims owner;
    private final JobBackend backend;
    private final Map<String, ClaimedRun> held;
    private final Queue<Result> added = new ConcurrentLinkedQueue<>();

    /** Added, and not answered yet. */
    private final AtomicInteger unanswered = new AtomicInteger();

    private final Signal signal = new Signal();
    private volatile long leaseNanos;
    private volatile boolean stopped;
    private volatile @Nullable Thread thread;

    // Of the thread alone.
    private final List<Result> batch = new ArrayList<>();
    private final Retrying settleAgain = new Retrying();
    private final Retrying beatAgain = new Retrying();
    private long nextSettleNanos;
    private long nextBeatNanos;

    Settler(Scheduler scheduler, Claims owner, JobBackend backend, Map<String, ClaimedRun> held) {
        this.scheduler = scheduler;
        this.owner = owner;
        this.backend = backend;
        this.held = held;
    }

    void start() {
        stopped = false;
        Thread started = scheduler.settings.serviceThreads().newThread(this);
        started.setName(scheduler.name() + "-settler");
        thread = started;
        started.start();
    }

    @Nullable
    Thread stop() {
        stopped = true;
        signal.raise();
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
        return running;
    }

    void add(ClaimedRun run, Settlement settlement) {
        unanswered.incrementAndGet();
        added.add(new Result(run, settlement));
        signal.raise();
    }

    /** A job was claimed with such a lease. */
    void renewing(long nanos) {
        if (leaseNanos != nanos) {
            leaseNanos = nanos;
            signal.raise(); // it may be shorter than the time to the next beat
        }
    }

    boolean isDone() {
        return unanswered.get() == 0;
    }

    @Override
    public void run() {
        nextSettleNanos = System.nanoTime();
        nextBeatNanos = nextSettleNanos;
        while (!stopped) {
            try {
                collect();
                settle();
                beat();
            } catch (Throwable t) {
                scheduler.outcomes.unexpected("the settler", t);
                signal.await(IDLE_NANOS);
            }
        }
    }

    /** Waits for settlements, the next heartbeat, or the end of the delay after an error. */
    private void collect() {
        drain();
        long now = System.nanoTime();
        long untilBeat = nextBeatNanos - now;
        long wait = batch.isEmpty() ? untilBeat : Math.min(untilBeat, nextSettleNanos - now);
        if (wait > 0) {
            signal.await(wait);
            drain();
        }
        if (leaseNanos != 0) {
            nextBeatNanos = Math.min(nextBeatNanos, System.nanoTime() + leaseNanos / BEATS_PER_LEASE);
        }
    }

    private void drain() {
        while (batch.size() < MAX_BATCH) {
            Result next = added.poll();
            if (next == null) {
                return;
            }
            batch.add(next);
        }
    }

    private void settle() {
        if (batch.isEmpty() || System.nanoTime() - nextSettleNanos < 0) {
            return;
        }
        try {
            List<SettleResult> results =
                    backend.settle(batch.stream().map(Result::settlement).toList());
            for (int i = 0; i < batch.size(); i++) {
                answered(batch.get(i), results.get(i));
            }
            batch.clear();
            settleAgain.succeeded();
            owner.reachability.answered(Call.SETTLE);
            scheduler.quiet.changed();
        } catch (RuntimeException away) {
            nextSettleNanos = System.nanoTime() + delay(settleAgain);
            owner.reachability.failed(Call.SETTLE, away);
        }
    }

    /** Never so long that a lease is over before the backend is asked again. */
    private long delay(Retrying again) {
        long delay = again.failed();
        return leaseNanos == 0 ? delay : Math.min(delay, leaseNanos / (2 * BEATS_PER_LEASE));
    }

    private void answered(Result answered, SettleResult result) {
        ClaimedRun run = answered.run();
        held.remove(run.id(), run);
        unanswered.decrementAndGet();
        if (result != SettleResult.OK) {
            scheduler.metrics.stale(run.name());
            log.warn(
                    "Queue '{}': the result of {} came too late and is dropped ({}): its lease was over or it was cancelled."
                            + " It may have run twice",
                    scheduler.name(),
                    run.describe(),
                    result);
        }
    }

    private void beat() {
        long sent = System.nanoTime();
        if (sent - nextBeatNanos < 0) {
            return;
        }
        List<ClaimedRun> runs = new ArrayList<>(held.values());
        if (runs.isEmpty()) {
            nextBeatNanos = sent + idleBeatNanos();
            beatAgain.succeeded();
            owner.reachability.answered(Call.EXTEND); // nothing is left of what failed
            return;
        }
        nextBeatNanos =
                sent + runs.stream().mapToLong(ClaimedRun::leaseNanos).min().orElse(IDLE_NANOS) / BEATS_PER_LEASE;
        long sentByQueueClock = scheduler.now();
        try {
            List<SettleResult> results =
                    backend.extend(runs.stream().map(ClaimedRun::claim).toList());
            beatAgain.succeeded();
            owner.reachability.answered(Call.EXTEND);
            for (int i = 0; i < runs.size(); i++) {
                extended(runs.get(i), results.get(i), sentByQueueClock);
            }
        } catch (RuntimeException away) {
            nextBeatNanos = System.nanoTime() + delay(beatAgain);
            owner.reachability.failed(Call.EXTEND, away);
        }
    }

    /** Soon enough for the first renewal of whatever is claimed meanwhile. */
    private long idleBeatNanos() {
        long lease = leaseNanos;
        return lease == 0 ? IDLE_NANOS / 10 : Math.min(IDLE_NANOS, lease / (2 * BEATS_PER_LEASE));
    }

    private void extended(ClaimedRun run, SettleResult result, long sentNanos) {
        if (result == SettleResult.OK) {
            run.extended(sentNanos);
        } else if (held.get(run.id()) == run) {
            log.warn("Queue '{}': {} is no longer ours ({})", scheduler.name(), run.describe(), result);
            owner.lost(run);
        }
    }
}
