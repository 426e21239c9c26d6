package io.jobqueue.event;

/**
 * Told about the jobs of one queue, in the order of events per job, on a thread of its own: a listener holds up no worker
 * and may enqueue, wait for other jobs, or resize the queue. Closing the queue waits for running listeners within the
 * drain's time limit. What a listener throws is logged, and harms neither jobs nor other listeners.
 *
 * <p>With a shared backend it hears what happens on this node.
 */
public interface JobListener {

    /** A job was accepted. */
    default void submitted(JobEvent event) {}

    /** An attempt starts. */
    default void started(JobEvent event) {}

    /** An attempt failed and another follows after {@link JobEvent#retryDelay()}. */
    default void retried(JobEvent event) {}

    /** The job ended with {@link JobEvent#outcome()}. Called once per job. */
    default void completed(JobEvent event) {}
}
