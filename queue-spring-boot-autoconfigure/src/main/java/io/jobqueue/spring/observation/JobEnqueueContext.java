package io.jobqueue.spring.observation;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.Map;
import java.util.Objects;

/** What is known when a job is enqueued. The carrier of a trace is the job's headers. */
public final class JobEnqueueContext extends SenderContext<Map<String, String>> {

    private final String queue;
    private final String job;

    JobEnqueueContext(String queue, String job, Map<String, String> headers) {
        super((carrier, key, value) -> Objects.requireNonNull(carrier).put(key, value), Kind.PRODUCER);
        this.queue = queue;
        this.job = job;
        setCarrier(headers);
        setRemoteServiceName("jobqueue");
    }

    /** The queue's name. */
    public String queue() {
        return queue;
    }

    /** The job's name. */
    public String job() {
        return job;
    }
}
