package io.jobqueue.internal;

import io.jobqueue.memory.MemoryJob;

/** Retries in memory: where the job waits that holds no slot and no thread meanwhile. */
final class Delays {

    /** A delay that is over before it could be measured: the job goes straight back to the end of the queue. */
    private static final long AT_ONCE_NANOS = 1_000;

    private final Scheduler scheduler;

    Delays(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** The running job has failed and is to run again, unless its deadline passes before. */
    void retry(MemoryJob job, long nowNanos, long delayNanos, long deadlineNanos, Throwable error) {
        job.failedAttempts(job.failedAttempts() + 1);
        job.lastError(error);
        job.deadlineNanos(deadlineNanos);
        if (delayNanos <= AT_ONCE_NANOS) {
            scheduler.ready.reoffer(job, nowNanos);
            scheduler.counters.acceptedElsewhere.decrement();
            scheduler.pool.signal();
            return;
        }
        // The watchdog ends a job whose deadline has passed when it becomes due.
        long due = Math.min(RunOptions.after(nowNanos, delayNanos), deadlineNanos);
        if (scheduler.ready.redelay(job, due)) {
            scheduler.watchdog.wakeBy(due);
        }
    }
}
