package io.jobqueue.spring;

/**
 * The names of beans that exist once per queue. They begin with this package, so that they cannot meet the application's; the
 * queue's own name is their qualifier.
 */
final class QueueBeanNames {

    static final String QUEUE = "io.jobqueue.spring.queue.";
    static final String EXECUTOR = "io.jobqueue.spring.executor.";

    private QueueBeanNames() {}
}
