package io.jobqueue.internal;

import org.jspecify.annotations.Nullable;

/** This node cannot run the job now: another may, or this one after a fix. Not a failed attempt. */
final class UnprocessableException extends Exception {

    UnprocessableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The reason, which is never null. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
