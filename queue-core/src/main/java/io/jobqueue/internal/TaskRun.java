package io.jobqueue.internal;

import io.jobqueue.JobOutcome;
import io.jobqueue.event.JobEvent;
import org.jspecify.annotations.Nullable;

/** One attempt of a {@link TaskJob}. */
final class TaskRun extends Run {

    private final TaskJob job;

    /** Kept here, because the job's count changes when the attempt ends. Before it begins, the attempts that were made. */
    private int attempt;

    private @Nullable Object result;

    TaskRun(Scheduler scheduler, TaskJob job) {
        super(scheduler, job.options);
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
    void invoke() throws Throwable {
        if (scheduler.interceptors.interceptTasks()) {
            scheduler.interceptors.runTask(this, () -> result = job.call());
        } else {
            result = job.call();
        }
    }

    @Override
    @Nullable
    String eventId() {
        return null;
    }

    @Override
    public String id() {
        return JobEvent.TASK + "-" + job.number;
    }

    @Override
    public String name() {
        return JobEvent.TASK;
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
        throw new IllegalStateException("a task is always processable");
    }

    @Override
    void settleEnd(JobOutcome outcome, @Nullable Throwable error) {
        job.run(null);
        scheduler.ready.finish(job);
    }

    @Override
    void complete(JobOutcome outcome, @Nullable Throwable error) {
        JobFuture<?> future = job.future;
        if (future == null) {
            return;
        }
        if (error == null) {
            future.succeed(result);
        } else {
            future.completeExceptionally(error);
        }
    }

    @Override
    boolean isAwaited() {
        return job.future != null;
    }

    String className() {
        return job.className();
    }

    @Override
    String describe() {
        return "task " + className();
    }
}
