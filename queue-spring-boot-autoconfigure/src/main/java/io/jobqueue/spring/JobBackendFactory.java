package io.jobqueue.spring;

import io.jobqueue.spi.JobBackend;

/**
 * Makes the backends of one kind. A bean of this type makes its {@link #name()} a value of {@code job-queue.backend}.
 */
public interface JobBackendFactory {

    /** What {@code job-queue.backend} calls this kind of backend. */
    String name();

    /**
     * Makes the backend of one queue. The queue closes it.
     *
     * @param queue the queue's name
     */
    JobBackend create(String queue);
}
