package io.jobqueue.spring;

/** When messages that were enqueued in a Spring transaction are sent to a storing backend. */
public enum EnqueueInTransaction {

    /** After the transaction was committed, and never if it was rolled back. */
    AFTER_COMMIT,

    /** At once, whatever becomes of the transaction. */
    AT_ONCE
}
