package io.jobqueue.internal;

import io.jobqueue.JobContext;
import io.jobqueue.JobInterceptor;
import io.jobqueue.JobInterceptor.Invocation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The interceptors of a queue, outermost first. Each is called only for what it does something about. */
final class Interceptors {

    private static final Logger log = LoggerFactory.getLogger(Interceptors.class);

    private final String queue;
    private final List<JobInterceptor> all;
    private final List<JobInterceptor> beforeEnqueue;
    private final List<JobInterceptor> aroundMessages;
    private final List<JobInterceptor> aroundTasks;

    Interceptors(String queue, List<JobInterceptor> interceptors) {
        this.queue = queue;
        this.all = interceptors;
        this.beforeEnqueue = interceptors.stream()
                .filter(i -> overrides(i, "beforeEnqueue", String.class, String.class, Map.class))
                .toList();
        this.aroundMessages = interceptors.stream()
                .filter(i -> overrides(i, "aroundAttempt", JobContext.class, Invocation.class))
                .toList();
        this.aroundTasks =
                aroundMessages.stream().filter(JobInterceptor::interceptsTasks).toList();
    }

    private static boolean overrides(JobInterceptor interceptor, String method, Class<?>... parameters) {
        try {
            return interceptor.getClass().getMethod(method, parameters).getDeclaringClass() != JobInterceptor.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether anything is called around tasks. */
    boolean interceptTasks() {
        return !aroundTasks.isEmpty();
    }

    /** The headers to store with a job. */
    Map<String, String> headersOf(String name, Map<String, String> given) {
        if (beforeEnqueue.isEmpty()) {
            return given;
        }
        Map<String, String> headers = new LinkedHashMap<>(given);
        for (JobInterceptor interceptor : beforeEnqueue) {
            interceptor.beforeEnqueue(queue, name, headers);
        }
        return headers.isEmpty() ? Map.of() : Map.copyOf(headers);
    }

    /** On a worker's new thread. A worker works, whatever interceptors throw. */
    void workerStarts() {
        for (JobInterceptor interceptor : all) {
            try {
                interceptor.workerStarts(queue);
            } catch (Throwable t) {
                log.warn("Queue '{}': interceptor {} failed on a new worker's thread", queue, interceptor, t);
            }
        }
    }

    void runMessage(JobContext context, Invocation handler) throws Exception {
        run(aroundMessages, context, handler);
    }

    void runTask(JobContext context, Invocation handler) throws Exception {
        run(aroundTasks, context, handler);
    }

    private static void run(List<JobInterceptor> interceptors, JobContext context, Invocation handler)
            throws Exception {
        if (interceptors.isEmpty()) {
            handler.proceed();
            return;
        }
        Invocation rest = handler;
        for (int i = interceptors.size() - 1; i > 0; i--) {
            JobInterceptor interceptor = interceptors.get(i);
            Invocation inner = rest;
            rest = () -> interceptor.aroundAttempt(context, inner);
        }
        interceptors.get(0).aroundAttempt(context, rest);
    }
}
