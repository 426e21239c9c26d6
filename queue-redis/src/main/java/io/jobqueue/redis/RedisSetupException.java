package io.jobqueue.redis;

import io.jobqueue.JobQueueException;
import org.jspecify.annotations.Nullable;

/** A Redis server that cannot keep jobs as it is set up. The message says what to change. */
public final class RedisSetupException extends JobQueueException {

    RedisSetupException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
