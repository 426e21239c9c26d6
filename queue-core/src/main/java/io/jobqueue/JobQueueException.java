package io.jobqueue;

import org.jspecify.annotations.Nullable;

/** Base of every exception this library throws. */
public class JobQueueException extends RuntimeException {

    public JobQueueException(String message) {
        super(message);
    }

    public JobQueueException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
