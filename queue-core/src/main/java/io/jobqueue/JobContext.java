package io.jobqueue;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What a running attempt may know about its job. Safe to read from any thread while the attempt runs. */
public interface JobContext {

    /** The queue's name. */
    String queue();

    /** The job's id; it stays the same over all attempts. */
    String id();

    /** The job's name, which selected its processor. */
    String name();

    /** The number of this attempt, 1 for the first. */
    int attempt();

    /** How often the job was taken over from a node that crashed or lost its lease. */
    int recoveries();

    /** The headers that were stored with the job, for example a trace. Unmodifiable. */
    Map<String, String> headers();

    /** Whether the queue is stopping: a long job should come to a good end soon. */
    boolean isStopping();

    /**
     * Whether this attempt's result no longer matters, because it was timed out or cancelled: a handler that ignores
     * interrupts should check this and return.
     */
    boolean isEnded();

    /** The time left until the job or the attempt times out, whichever is sooner; empty without a timeout. */
    Optional<Duration> remaining();
}
