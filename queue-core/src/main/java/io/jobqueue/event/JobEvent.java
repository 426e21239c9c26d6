package io.jobqueue.event;

import io.jobqueue.JobOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened to a job.
 *
 * @param queue the queue's name
 * @param id the job's id; null for a task
 * @param name the job's name; {@code task} for a task
 * @param attempt the number of the attempt it is about; 0 before the first
 * @param outcome how the job ended; null unless it has
 * @param error what the attempt threw, or why the job timed out or was cancelled; null if there is none
 * @param waitTime from being due to the start of the attempt; zero before, and for a plain task, which is not measured
 * @param runTime how long the attempt ran; zero before its end
 * @param retryDelay the delay before the next attempt; zero unless the event is about a retry
 */
public record JobEvent(
        String queue,
        @Nullable String id,
        String name,
        int attempt,
        @Nullable JobOutcome outcome,
        @Nullable Throwable error,
        Duration waitTime,
        Duration runTime,
        Duration retryDelay) {

    /** The name that tasks have in events and metrics. */
    public static final String TASK = "task";
}
