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

    /**
     * Makes the backend of a bounded queue: one that refuses a job with {@link io.jobqueue.QueueFullException} when so many
     * wait. Only for storing backends; a queue in memory is bounded by itself.
     *
     * @param queue the queue's name
     * @param capacity more than zero
     * @throws IllegalArgumentException if backends of this kind cannot be bounded
     */
    default JobBackend create(String queue, int capacity) {
        JobBackend backend = create(queue);
        if (backend.isStoring()) {
            backend.close();
            throw new IllegalArgumentException("the storing backend '" + name() + "' does not bound its queues; set"
                    + " capacity to 0 for queue '" + queue + "'");
        }
        return backend;
    }
}
