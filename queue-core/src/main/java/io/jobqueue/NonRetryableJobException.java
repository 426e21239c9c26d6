package io.jobqueue;

import org.jspecify.annotations.Nullable;

/** Thrown by a handler to fail its job for good, whatever the retry policy says. */
public class NonRetryableJobException extends JobQueueException {

    public NonRetryableJobException(String message) {
        super(message);
    }

    public NonRetryableJobException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
