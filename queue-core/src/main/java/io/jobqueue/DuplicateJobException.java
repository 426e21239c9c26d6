package io.jobqueue;

/** A job with the same id is still waiting, delayed, running or dead. */
public final class DuplicateJobException extends JobRejectedException {

    public DuplicateJobException(String message) {
        super(message);
    }
}
