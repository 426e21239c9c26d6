package io.jobqueue.spring;

import io.jobqueue.JobQueueException;
import org.jspecify.annotations.Nullable;

/** A mistake in the application's queues or handlers, found at start-up, and what to do about it. */
final class InvalidJobQueueException extends JobQueueException {

    private final String action;

    InvalidJobQueueException(String description, String action) {
        super(description);
        this.action = action;
    }

    static InvalidJobQueueException sameName(String queue, @Nullable String first, String second) {
        return new InvalidJobQueueException(
                "The beans '" + first + "' and '" + second + "' are both queues with the name '" + queue + "'.",
                "Give one of them another name, or remove it; queues under job-queue.queues are beans by themselves.");
    }

    /** What to change. */
    String action() {
        return action;
    }
}
