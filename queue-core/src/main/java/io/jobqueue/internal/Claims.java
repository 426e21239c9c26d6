package io.jobqueue.internal;

import io.jobqueue.internal.Reachability.Call;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.QueueCounts;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs that this node has claimed from a storing backend: claims no more than there are free slots, keeps the leases
 * alive, and reports how the attempts ended.
 *
 * <p>A claim holds a slot from before it is made until its attempt has ended ({@link #slotsTaken}, raised by the dispatcher
 * alone), and is {@linkplain #held held}, that is, its lease is renewed, until the backend has answered its settlement.
 */
final class Claims {

    private static final Logger log = LoggerFactory.getLogger(Claims.class);

    /** How long a job in its last life waits for another one before it is claimed again. */
    private static final Duration LAST_LIFE_DELAY = Duration.ofSeconds(1);

    private final Scheduler scheduler;
    private final JobBackend backend;
    private final AtomicInteger slotsTaken = new AtomicInteger();
    private final Map<String, ClaimedRun> held = new ConcurrentHashMap<>();
    private final Retrying retrying = new Retrying();

    /** For how many slots the claim under way asks; 0 while there is none. */
    private volatile int claimingFor;

    /** After an error: no claim before. Of the dispatcher alone. */
    private long notBeforeNanos = System.nanoTime();

    /** The latest job that was begun here in its last life. Of the dispatcher alone. */
    private @Nullable ClaimedRun inLastLife;

    final Reachability reachability;
    final Settler settler;
    final Sampler sampler;

    Claims(Scheduler scheduler, JobBackend backend) {
        this.scheduler = scheduler;
        this.backend = backend;
        this.reachability = new Reachability(scheduler.name(), scheduler.metrics);
        this.settler = new Settler(scheduler, this, backend, held);
        this.sampler = new Sampler(scheduler, backend, reachability);
    }

    // ---- by the dispatcher

    /** Claims once, waiting for jobs, or waits until there is reason to claim. */
    void claim(Signal signal, long restNanos) {
        long rest = Math.min(restNanos, RunOptions.nanos(scheduler.settings.pollInterval()));
        int free = scheduler.slots.isOpen() ? scheduler.slots.limit() - slotsTaken.get() : 0;
        if (!scheduler.slots.isOpen()) {
            handBack();
        }
        long pause = notBeforeNanos - System.nanoTime();
        if (free <= 0 || pause > 0) {
            signal.await(pause > 0 ? Math.min(rest, pause) : rest);
            return;
        }
        claimingFor = free; // from here on, who wakes the dispatcher wakes the backend, too
        try {
            if (!signal.isRaised()) {
                long askedNanos = scheduler.now();
                accept(backend.claim(free, Duration.ofNanos(rest)), askedNanos);
                retrying.succeeded();
                reachability.answered(Call.CLAIM);
            }
        } catch (InterruptedException stopping) {
            log.debug("Queue '{}': claiming was interrupted", scheduler.name());
        } catch (Exception e) {
            // Not by waiting here: whatever wakes the dispatcher meanwhile must not make it ask again.
            notBeforeNanos = System.nanoTime() + retrying.failed();
            reachability.failed(Call.CLAIM, e);
        } finally {
            claimingFor = 0;
        }
    }

    void interruptWait() {
        if (claimingFor > 0) {
            backend.wakeup();
        }
    }

    private void accept(List<ClaimedJob> jobs, long askedNanos) {
        if (!jobs.isEmpty()) {
            scheduler.metrics.claimed(jobs.size());
        }
        for (ClaimedJob job : jobs) {
            ClaimedRun run = new ClaimedRun(scheduler, this, job, askedNanos);
            held.put(run.id(), run);
            settler.renewing(run.leaseNanos());
            slotsTaken.incrementAndGet();
            scheduler.arrivals.claimed(run.id());
            if (mustWait(run, job)) {
                run.markGone();
                slotFreed();
                settle(run, Settlement.release(run.claim(), LAST_LIFE_DELAY, "waits until it can run alone"));
                continue;
            }
            noteRecovery(run, job);
            if (job.recoveries() > scheduler.settings.maxRecoveries()) {
                run.markGone();
                scheduler.outcomes.refused(run, "it was taken over after a crash " + job.recoveries() + " times");
                continue;
            }
            scheduler.counters.acceptedElsewhere.decrement(); // it enters the ready ring, but was accepted before
            scheduler.ready.offer(run);
        }
        scheduler.pool.signal(); // one worker, which passes it on while there is more: short jobs need few of them
    }

    /**
     * Whether a job's next crash is its last, and another such job runs here. A job that ends its process takes along those
     * that run beside it, each time; they run one by one in their last life, so that only the culprit is dead in the end.
     */
    private boolean mustWait(ClaimedRun run, ClaimedJob job) {
        if (job.recoveries() == 0 || job.recoveries() != scheduler.settings.maxRecoveries()) {
            return false;
        }
        ClaimedRun other = inLastLife;
        if (other != null && held.get(other.id()) == other) {
            return true;
        }
        inLastLife = run;
        return false;
    }

    /** A job that was retried since has what is left of its timeout, and is not counted again. */
    private void noteRecovery(ClaimedRun run, ClaimedJob job) {
        if (job.recoveries() > 0 && job.timeLeft() == null) {
            scheduler.metrics.recovered(run.name());
            log.info(
                    "Queue '{}': {} was taken over, because its node let the lease run out; recovery {} of {}",
                    scheduler.name(),
                    run.describe(),
                    job.recoveries(),
                    scheduler.settings.maxRecoveries());
        }
    }

    /** Gives back what no worker has begun. Returns how many. */
    int handBack() {
        int count = 0;
        for (Object work = scheduler.ready.poll(); work != null; work = scheduler.ready.poll()) {
            ClaimedRun run = (ClaimedRun) work;
            if (run.markGone()) {
                slotFreed();
                settle(run, Settlement.release(run.claim(), Duration.ZERO, null));
                count++;
            }
        }
        return count;
    }

    // ---- by workers and whoever ends attempts

    /** The attempt of a claim has ended. A claim that waits is repeated only if it could now take twice as much. */
    void slotFreed() {
        int taken = slotsTaken.decrementAndGet();
        if (scheduler.slots.limit() - taken >= 2 * claimingFor) {
            scheduler.wakeDispatcher();
        }
    }

    void settle(ClaimedRun run, Settlement settlement) {
        settler.add(run, settlement);
    }

    @Nullable
    ClaimedRun find(String id) {
        return held.get(id);
    }

    /** The backend says that a claim is no longer ours: its handler is cancelled, and nothing is settled. */
    void lost(ClaimedRun run) {
        run.loseLease();
        drop(run);
        if (run.markGone()) {
            slotFreed();
        } else {
            scheduler.outcomes.cancelRunning(run, "the lease of the job was lost");
        }
    }

    /** Forgets a claim without settling it, because it is no longer ours. */
    void drop(ClaimedRun run) {
        held.remove(run.id(), run);
    }

    // ---- numbers

    boolean isQuiet() {
        if (slotsTaken.get() > 0 || !settler.isDone()) {
            return false;
        }
        QueueCounts counts = sampler.countNow();
        return counts != null && counts.waiting() == 0;
    }

    /** The ids of jobs whose end the backend has not been told. */
    List<String> unsettled() {
        return List.copyOf(held.keySet());
    }
}
