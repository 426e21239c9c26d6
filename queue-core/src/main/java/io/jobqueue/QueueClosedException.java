package io.jobqueue;

/** The queue is draining or closed and accepts nothing new, or it was closed before the job could run. */
public final class QueueClosedException extends JobRejectedException {

    public QueueClosedException(String message) {
        super(message);
    }
}
