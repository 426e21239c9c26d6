package io.jobqueue.spi;

/** A backend's answer for one job of a batch. */
public enum EnqueueResult {
    /** Stored. */
    ACCEPTED,
    /** Not stored: a job with this id is waiting, delayed, running or dead. */
    DUPLICATE
}
