package io.jobqueue;

/** A bounded queue has no room for the job. */
public final class QueueFullException extends JobRejectedException {

    public QueueFullException(String message) {
        super(message);
    }
}
