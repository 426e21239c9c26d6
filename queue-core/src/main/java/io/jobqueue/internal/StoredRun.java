package io.jobqueue.internal;

import io.jobqueue.JobOutcome;
import io.jobqueue.memory.StoredJob;
import org.jspecify.annotations.Nullable;

/** One attempt of a message in memory. */
final class StoredRun extends MessageRun {

    private final StoredJob job;

    /** Kept here, because the job's count changes when the attempt ends. Before it begins, the attempts that were made. */
    private int attempt;

    StoredRun(Scheduler scheduler, StoredJob job) {
        super(scheduler, job.record());
        this.job = job;
        this.attempt = job.failedAttempts();
    }

    @Override
    boolean begin() {
        job.run(this);
        boolean begun = job.begin();
        if (begun) {
            attempt = job.failedAttempts() + 1;
            job.releasePermit();
        }
        return begun;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    long readyNanos() {
        return job.readyNanos();
    }

    @Override
    long ageNanos() {
        return scheduler.now() - job.enqueuedNanos();
    }

    @Override
    long storedDeadlineNanos() {
        return job.deadlineNanos();
    }

    @Override
    @Nullable
    Throwable lastError() {
        return (Throwable) job.lastError();
    }

    @Override
    boolean survivesDrain() {
        return false;
    }

    @Override
    void settleRetry(long nowNanos, long delayNanos, Throwable error) {
        scheduler.delays.retry(job, nowNanos, delayNanos, jobDeadlineNanos, error);
    }

    @Override
    void settleRelease(long delayNanos, String reason) {
        scheduler.ready.release(job, delayNanos, reason);
        scheduler.watchdog.look();
    }

    /** Whether the attempt counts: the handler had its chance. */
    private boolean hasFailed(@Nullable Throwable error) {
        return attempt > job.failedAttempts() && !(error instanceof UnprocessableException);
    }

    @Override
    void settleEnd(JobOutcome outcome, @Nullable Throwable error) {
        switch (outcome) {
            case SUCCEEDED, CANCELLED -> scheduler.ready.finish(job);
            case FAILED, TIMED_OUT -> scheduler.ready.bury(job, String.valueOf(error), hasFailed(error) ? error : null);
        }
    }
}
