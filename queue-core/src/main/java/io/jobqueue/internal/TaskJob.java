package io.jobqueue.internal;

import io.jobqueue.memory.MemoryJob;
import io.jobqueue.memory.TimedTask;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A task that needs more than running: a future, a delay, another attempt, or to be intercepted. */
final class TaskJob extends MemoryJob {

    final Callable<?> code;
    final RunOptions options;
    final @Nullable JobFuture<?> future;

    /** The attempt in hand; set by its worker before it claims the job. */
    volatile @Nullable TaskRun run;

    /** Serves the next attempt, too, if that is on the same worker. */
    private @Nullable TaskRun again;

    final long number;

    TaskJob(Callable<?> code, RunOptions options, @Nullable JobFuture<?> future, long number) {
        this.code = code;
        this.options = options;
        this.future = future;
        this.number = number;
    }

    /** A fire-and-forget task. */
    static TaskJob of(Runnable task, RunOptions options, long number) {
        return new TaskJob(new Code(task), options, null, number);
    }

    /** Keeps the run of an attempt that has ended; null if its handler may still be running. */
    void again(@Nullable TaskRun run) {
        again = run;
    }

    /** The run of the next attempt, on this worker if there is one. */
    TaskRun nextRun(Scheduler scheduler, @Nullable Worker worker) {
        TaskRun run = again;
        again = null;
        return run != null && worker != null && run.isOf(worker) ? run : new TaskRun(scheduler, this);
    }

    /** The class of what the user gave, for reports. */
    String className() {
        return code instanceof Code wrapped
                ? wrapped.task.getClass().getName()
                : code.getClass().getName();
    }

    /** The same for a task as a worker takes it. */
    static String className(Object task) {
        Object given = task instanceof TimedTask timed ? timed.task() : task;
        return given.getClass().getName();
    }

    private record Code(Runnable task) implements Callable<Object> {
        @Override
        public @Nullable Object call() {
            task.run();
            return null;
        }
    }
}
