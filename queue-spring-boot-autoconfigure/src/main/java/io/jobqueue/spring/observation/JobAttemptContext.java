package io.jobqueue.spring.observation;

import io.jobqueue.JobContext;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.Objects;

/** What is known while an attempt runs. The trace is continued from the job's headers. */
public final class JobAttemptContext extends ReceiverContext<JobContext> {

    private final JobContext job;

    JobAttemptContext(JobContext job) {
        super((carrier, key) -> Objects.requireNonNull(carrier).headers().get(key), Kind.CONSUMER);
        this.job = job;
        setCarrier(job);
        setRemoteServiceName("jobqueue");
    }

    /** The job that runs. */
    public JobContext job() {
        return job;
    }
}
