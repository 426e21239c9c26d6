package io.jobqueue.spi;

/** Where a job is that a backend knows. */
public enum JobState {
    /** Ready to be claimed. */
    WAITING,
    /** To become ready at a later time: a delay, a retry, a release. */
    DELAYED,
    /** Claimed. */
    RUNNING,
    /** Failed for good, kept for people to inspect and requeue. */
    DEAD
}
