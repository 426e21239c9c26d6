package io.jobqueue.internal;

import io.jobqueue.memory.MemoryJob;
import io.jobqueue.memory.TimedTask;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A task that needs more than running: a future, a delay, another attempt, or to be intercepted. */
final class TaskJob extends MemoryJob {

    private static final VarHandle RUN;

    static {
        try {
            RUN = MethodHandles.lookup().findVarHandle(TaskJob.class, "run", TaskRun.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Of a job of whose id nobody can hear. */
    static final long NO_NUMBER = 0;

    final RunOptions options;
    final @Nullable JobFuture<?> future;
    final long number;

    // Either of them is what the user gave.
    private final @Nullable Callable<?> callable;
    private final @Nullable Runnable runnable;

    /** The attempt in hand, or the last one. */
    private volatile @Nullable TaskRun run;

    /** A task with a result. */
    TaskJob(Callable<?> task, RunOptions options, JobFuture<?> future, long number) {
        this(task, null, options, future, number);
    }

    /** A fire-and-forget task. */
    TaskJob(Runnable task, RunOptions options, long number) {
        this(null, task, options, null, number);
    }

    private TaskJob(
            @Nullable Callable<?> callable,
            @Nullable Runnable runnable,
            RunOptions options,
            @Nullable JobFuture<?> future,
            long number) {
        this.callable = callable;
        this.runnable = runnable;
        this.options = options;
        this.future = future;
        this.number = number;
    }

    @Nullable
    Object call() throws Exception {
        if (callable != null) {
            return callable.call();
        }
        Objects.requireNonNull(runnable).run();
        return null;
    }

    /** For whoever cancels the job. */
    @Nullable
    TaskRun run() {
        return run;
    }

    /** Shows the attempt. By its worker, before it claims the job, and null when that has ended. */
    void run(@Nullable TaskRun run) {
        RUN.setRelease(this, run);
    }

    /** The run of the next attempt: the last one's, if it was on the same worker and no interceptor can have kept it. */
    TaskRun nextRun(Scheduler scheduler, @Nullable Worker worker) {
        TaskRun last = run;
        if (last != null && worker != null && last.isOf(worker) && !scheduler.interceptors.interceptTasks()) {
            return last;
        }
        return new TaskRun(scheduler, this);
    }

    /** The class of what the user gave, for reports. */
    String className() {
        return Objects.requireNonNull(callable != null ? callable : runnable)
                .getClass()
                .getName();
    }

    /** The same for a task as a worker takes it. */
    static String className(Object task) {
        Object given = task instanceof TimedTask timed ? timed.task() : task;
        return given.getClass().getName();
    }
}
