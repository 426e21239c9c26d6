package io.jobqueue;

import java.util.Map;

/**
 * Code around every message and task, for context that must travel with it: traces, MDC, locale, tenant. Interceptors
 * nest in the order they were added, the first being the outermost.
 */
public interface JobInterceptor {

    /**
     * Called on the producer's thread before a message is stored. May add headers, which are stored with the job and can
     * be read from {@link JobContext#headers()}. An exception is thrown to the producer and the job is not stored.
     *
     * @param queue the queue's name
     * @param name the job's name
     * @param headers the headers so far; modifiable
     */
    default void beforeEnqueue(String queue, String name, Map<String, String> headers) {}

    /**
     * Called on the worker's thread around each attempt, within its timeout. Must call {@link Invocation#proceed()}
     * exactly once and let its exception pass.
     */
    default void aroundAttempt(JobContext context, Invocation invocation) throws Exception {
        invocation.proceed();
    }

    /**
     * Whether {@link #aroundAttempt} is called for tasks, too, and not for messages alone. A task that nobody intercepts is
     * run without a context, which is cheaper. Asked once per queue. Default: true.
     */
    default boolean interceptsTasks() {
        return true;
    }

    /**
     * Called on each new worker's thread before its first job: for context that is the same for all jobs of a queue.
     *
     * @param queue the queue's name
     */
    default void workerStarts(String queue) {}

    /** The rest of the attempt: further interceptors and the handler. */
    @FunctionalInterface
    interface Invocation {
        void proceed() throws Exception;
    }
}
