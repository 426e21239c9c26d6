package io.jobqueue.spring;

import io.jobqueue.JobContext;
import io.jobqueue.JobInterceptor;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.core.Ordered;

/**
 * Says in the MDC which message a thread is running, and afterwards what was there before. The queue stands in the MDC of
 * its workers for good, also while they run tasks.
 */
final class MdcInterceptor implements JobInterceptor, Ordered {

    static final String QUEUE = "jobqueue.queue";
    static final String ID = "jobqueue.jobId";
    static final String NAME = "jobqueue.jobName";
    static final String ATTEMPT = "jobqueue.attempt";

    /** Inside the observation, which has this order less 100. */
    static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 1000;

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public boolean interceptsTasks() {
        return false;
    }

    @Override
    public void workerStarts(String queue) {
        MDC.put(QUEUE, queue);
    }

    @Override
    public void aroundAttempt(JobContext context, Invocation invocation) throws Exception {
        String queue = MDC.get(QUEUE);
        String id = MDC.get(ID);
        String name = MDC.get(NAME);
        String attempt = MDC.get(ATTEMPT);
        try {
            if (!context.queue().equals(queue)) {
                MDC.put(QUEUE, context.queue());
            }
            MDC.put(ID, context.id());
            MDC.put(NAME, context.name());
            MDC.put(ATTEMPT, text(context.attempt()));
            invocation.proceed();
        } finally {
            if (!context.queue().equals(queue)) {
                restore(QUEUE, queue);
            }
            restore(ID, id);
            restore(NAME, name);
            restore(ATTEMPT, attempt);
        }
    }

    private static String text(int attempt) {
        return attempt == 1 ? "1" : Integer.toString(attempt);
    }

    private static void restore(String key, @Nullable String value) {
        if (value == null) {
            MDC.remove(key);
        } else {
            MDC.put(key, value);
        }
    }
}
