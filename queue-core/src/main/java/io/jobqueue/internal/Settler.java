package io.jobqueue.internal;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that tells a storing backend how attempts ended, in batches, and renews the leases of those that have not.
 *
 * <p>While the backend is away, results are kept and sent again with the same token; the backend's answer, not this node's
 * clock, says whether they still count. Leases that run out meanwhile are noticed by the watchdog.
 */
final class Settler implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(Settler.class);
    private static final int MAX_BATCH = 500;
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Scheduler scheduler;
    private final Claims owner;
    private final JobBackend backend;
    private final Map<String, ClaimedRun> held;
    private final BlockingQueue<Settlement> added = new LinkedBlockingQueue<>();

    /** Added, and not answered yet. */
    private final AtomicInteger unanswered = new AtomicInteger();

    private final Retrying retrying = new Retrying();
    private final Signal pause = new Signal();
    private volatile boolean stopped;
    private volatile @Nullable Thread thread;

    // Of the thread alone.
    private final List<Settlement> batch = new ArrayList<>();
    private long notBeforeNanos;
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
        pause.raise();
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
        return running;
    }

    void add(Settlement settlement) {
        unanswered.incrementAndGet();
        added.add(settlement);
    }

    boolean isDone() {
        return unanswered.get() == 0;
    }

    @Override
    public void run() {
        nextBeatNanos = System.nanoTime();
        while (!stopped) {
            try {
                collect();
                settle();
                beat();
            } catch (InterruptedException stopping) {
                log.debug("Queue '{}': the settler was interrupted", scheduler.name());
            } catch (Exception e) {
                long delay = retrying.failed("settling jobs and renewing leases", scheduler.name(), e);
                notBeforeNanos = System.nanoTime() + delay;
            }
        }
    }

    /** Waits for settlements, the next heartbeat, or the end of the delay after an error. */
    private void collect() throws InterruptedException {
        long now = System.nanoTime();
        long wait = Math.min(IDLE_NANOS, nextBeatNanos - now);
        if (notBeforeNanos - now > 0) {
            pause.await(notBeforeNanos - now);
        }
        if (batch.isEmpty()) {
            Settlement first = added.poll(Math.max(0, wait), TimeUnit.NANOSECONDS);
            if (first != null) {
                batch.add(first);
            }
        }
        added.drainTo(batch, MAX_BATCH - batch.size());
    }

    private void settle() {
        if (batch.isEmpty()) {
            return;
        }
        List<SettleResult> results = backend.settle(List.copyOf(batch));
        retrying.succeeded();
        for (int i = 0; i < batch.size(); i++) {
            answered(batch.get(i), results.get(i));
        }
        batch.clear();
        scheduler.quiet.changed();
    }

    private void answered(Settlement settlement, SettleResult result) {
        ClaimedRun run = held.get(settlement.claim().jobId());
        if (run != null && run.claim().equals(settlement.claim())) {
            held.remove(run.id(), run);
        }
        unanswered.decrementAndGet();
        if (result != SettleResult.OK) {
            log.warn(
                    "Queue '{}': the result of job {} came too late and is dropped ({}): its lease was over or it was"
                            + " cancelled. It may have run twice",
                    scheduler.name(),
                    settlement.claim().jobId(),
                    result);
        }
    }

    private void beat() {
        long sent = System.nanoTime();
        if (sent - nextBeatNanos < 0) {
            return;
        }
        List<ClaimedRun> runs = new ArrayList<>(held.values());
        nextBeatNanos = sent
                + runs.stream().mapToLong(run -> run.leaseNanos() / 3).min().orElse(IDLE_NANOS / 10);
        if (runs.isEmpty()) {
            return;
        }
        List<Claim> claims = runs.stream().map(ClaimedRun::claim).toList();
        long sentByQueueClock = scheduler.now();
        List<SettleResult> results = backend.extend(claims);
        retrying.succeeded();
        for (int i = 0; i < runs.size(); i++) {
            extended(runs.get(i), results.get(i), sentByQueueClock);
        }
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
