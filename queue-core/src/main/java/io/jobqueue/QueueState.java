package io.jobqueue;

/** Where a queue is in its life. {@link #CLOSED} is final. */
public enum QueueState {
    /** Built, not started. Jobs may be enqueued. */
    CREATED,
    /** Jobs run. */
    RUNNING,
    /** Started, but no new job starts until {@link JobQueue#resume()}. */
    PAUSED,
    /** {@link JobQueue#stop} or {@link JobQueue#drain} is waiting for running jobs. */
    STOPPING,
    /** Stopped with its backlog kept; {@link JobQueue#start()} goes on. */
    STOPPED,
    /** Closed for good. */
    CLOSED
}
