package io.jobqueue.spring.actuate;

import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

/**
 * What a request wants to be changed, checked.
 *
 * @param workerCount null to leave it
 * @param paused null to leave it
 */
record QueueChange(@Nullable Integer workerCount, @Nullable Boolean paused) {

    static QueueChange parse(@Nullable String workerCount, @Nullable String state) {
        if (workerCount == null && state == null) {
            throw invalid("nothing to change; give workerCount, a number, or state, 'running' or 'paused'", null);
        }
        return new QueueChange(
                workerCount == null ? null : parseWorkerCount(workerCount), state == null ? null : parseState(state));
    }

    /** The worker count first: it may be refused, and then the state must be as before. */
    void applyTo(JobQueue queue) {
        try {
            if (workerCount != null) {
                queue.updateWorkerCount(workerCount);
            }
            if (paused != null && paused) {
                queue.pause();
            } else if (paused != null) {
                queue.resume();
            }
        } catch (IllegalArgumentException | IllegalStateException | JobQueueException e) {
            throw invalid(String.valueOf(e.getMessage()), e);
        }
    }

    private static int parseWorkerCount(String text) {
        int count;
        try {
            count = Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw invalid("workerCount: '" + text + "' is not a whole number", e);
        }
        if (count < 0) {
            throw invalid("workerCount: " + count + " must be zero or more", null);
        }
        return count;
    }

    private static boolean parseState(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "paused" -> true;
            case "running" -> false;
            default -> throw invalid("state: '" + text + "' must be 'running' or 'paused'", null);
        };
    }

    private static InvalidEndpointRequestException invalid(String reason, @Nullable Exception cause) {
        return new InvalidEndpointRequestException(reason, reason, cause);
    }
}
