package io.jobqueue;

/** A job was not accepted; nothing of it was kept. */
public class JobRejectedException extends JobQueueException {

    public JobRejectedException(String message) {
        super(message);
    }
}
