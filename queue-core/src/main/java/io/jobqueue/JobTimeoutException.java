package io.jobqueue;

import org.jspecify.annotations.Nullable;

/** The error of a job or attempt that ran out of time; its cause is the error of the last failed attempt, if any. */
public final class JobTimeoutException extends JobQueueException {

    public JobTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
