package io.jobqueue.internal;

import io.jobqueue.memory.MemoryJob;
import io.jobqueue.memory.TimedTask;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A task that needs more than running: a future, retries, a delay, or to be observed. */
final class TaskJob extends MemoryJob {

    final Callable<?> code;
    final RunOptions options;
    final @Nullable JobFuture<?> future;

    /** The attempt in hand; set by its worker before it claims the job. */
    volatile @Nullable TaskRun run;

    /** Serves the next attempt, too, because nobody else has it any more. */
    @Nullable
    TaskRun again;

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

    /** The class of what the user gave, for reports. */
    String className() {
        return code instanceof Code wrapped
                ? wrapped.task.getClass().getName()
                : code.getClass().getName();
    }

    /** The same for a task as a worker takes it. */
    static String className(Object task) {
        return task instanceof TimedTask timed
                ? timed.className()
                : task.getClass().getName();
    }

    private record Code(Runnable task) implements Callable<Object> {
        @Override
        public @Nullable Object call() {
            task.run();
            return null;
        }
    }
}
