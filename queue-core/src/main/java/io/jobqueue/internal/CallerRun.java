package io.jobqueue.internal;

import io.jobqueue.JobOutcome;
import io.jobqueue.spi.JobRecord;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a message that found its storing backend full, on the thread of its producer, which also waits for the
 * delays between attempts. The job is nowhere else: it is not kept when it fails, and is lost with the process.
 */
final class CallerRun extends MessageRun {

    /** What follows from the end of an attempt: another one, if there is an error to repeat it for. */
    private record Sequel(@Nullable Throwable error, long delayNanos, long deadlineNanos) {}

    private static final Sequel NONE = new Sequel(null, 0, Attempt.NO_DEADLINE);

    private final int attempt;
    private final long readyNanos;
    private final Sequel before;

    /** Completed by whoever ends the attempt, which may be the watchdog while the producer is still in the handler. */
    private final CompletableFuture<Sequel> sequel = new CompletableFuture<>();

    private CallerRun(Scheduler scheduler, JobRecord record, int attempt, Sequel before) {
        super(scheduler, record);
        this.attempt = attempt;
        this.readyNanos = scheduler.now();
        this.before = before;
    }

    static CallerRun first(Scheduler scheduler, JobRecord record) {
        return new CallerRun(scheduler, record, 1, NONE);
    }

    /** The next attempt, when its time has come; null if there is none. A shutdown or an interrupt cuts the delay short. */
    @Nullable
    CallerRun awaitNext() {
        Sequel next = sequel.join();
        if (next.error() == null) {
            return null;
        }
        long due = RunOptions.after(scheduler.now(), next.delayNanos());
        for (long left = next.delayNanos(); left > 0 && mayWait(); left = due - scheduler.now()) {
            LockSupport.parkNanos(this, Math.min(left, Watchdog.TICK / 10));
        }
        return new CallerRun(scheduler, record, attempt + 1, next);
    }

    private boolean mayWait() {
        return !scheduler.lifecycle.isDraining() && !Thread.currentThread().isInterrupted();
    }

    @Override
    boolean begin() {
        return true;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    long readyNanos() {
        return readyNanos;
    }

    /** Whatever cannot be processed here has failed: there is nobody to leave it to. */
    @Override
    long ageNanos() {
        return Long.MAX_VALUE;
    }

    @Override
    long storedDeadlineNanos() {
        return before.deadlineNanos();
    }

    @Override
    @Nullable
    Throwable lastError() {
        return before.error();
    }

    @Override
    boolean survivesDrain() {
        return false;
    }

    @Override
    void settleRetry(long nowNanos, long delayNanos, Throwable error) {
        long left = jobDeadlineNanos == Attempt.NO_DEADLINE ? delayNanos : jobDeadlineNanos - nowNanos;
        sequel.complete(new Sequel(error, Math.min(delayNanos, left), jobDeadlineNanos));
    }

    @Override
    void settleRelease(long delayNanos, String reason) {
        sequel.complete(NONE);
    }

    @Override
    void settleEnd(JobOutcome outcome, @Nullable Throwable error) {
        sequel.complete(NONE);
    }
}
