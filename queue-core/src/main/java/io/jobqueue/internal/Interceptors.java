package io.jobqueue.internal;

import io.jobqueue.JobContext;
import io.jobqueue.JobInterceptor;
import io.jobqueue.JobInterceptor.Invocation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The interceptors of a queue, outermost first. */
final class Interceptors {

    private final String queue;
    private final List<JobInterceptor> interceptors;

    Interceptors(String queue, List<JobInterceptor> interceptors) {
        this.queue = queue;
        this.interceptors = interceptors;
    }

    boolean isEmpty() {
        return interceptors.isEmpty();
    }

    /** The headers to store with a job. */
    Map<String, String> headersOf(String name, Map<String, String> given) {
        if (interceptors.isEmpty()) {
            return given;
        }
        Map<String, String> headers = new LinkedHashMap<>(given);
        for (JobInterceptor interceptor : interceptors) {
            interceptor.beforeEnqueue(queue, name, headers);
        }
        return headers.isEmpty() ? Map.of() : Map.copyOf(headers);
    }

    void run(JobContext context, Invocation handler) throws Exception {
        Invocation rest = handler;
        for (int i = interceptors.size() - 1; i >= 0; i--) {
            JobInterceptor interceptor = interceptors.get(i);
            Invocation inner = rest;
            rest = () -> interceptor.aroundAttempt(context, inner);
        }
        rest.proceed();
    }
}
