package io.jobqueue.spring;

import io.jobqueue.JobQueueBuilder;

/**
 * Adjusts the queues that are made from {@code job-queue.*} properties. Beans of this type are called in their order, after
 * the properties were applied.
 */
@FunctionalInterface
public interface JobQueueCustomizer {

    /**
     * Adjusts one queue.
     *
     * @param queue the name of the queue that is being built
     * @param builder its settings
     */
    void customize(String queue, JobQueueBuilder builder);
}
