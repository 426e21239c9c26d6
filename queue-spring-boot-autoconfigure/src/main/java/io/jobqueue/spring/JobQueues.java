package io.jobqueue.spring;

import io.jobqueue.JobQueue;
import java.util.Optional;
import java.util.Set;

/**
 * All queues of an application context by their names, for code that learns a queue's name at run time. A bean of this type
 * exists wherever JobQueue is enabled.
 */
public interface JobQueues extends Iterable<JobQueue> {

    Optional<JobQueue> find(String name);

    /** The names of all queues, sorted. */
    Set<String> names();

    /** The names of the jobs that {@link JobHandler} methods handle in a queue, sorted; empty if there are none. */
    Set<String> handlers(String queue);
}
