package io.jobqueue;

import org.jspecify.annotations.Nullable;

/**
 * The code that runs messages of one name.
 *
 * @param <T> the payload's type
 */
@FunctionalInterface
public interface JobProcessor<T extends @Nullable Object> {

    /**
     * Runs one attempt on a worker's own thread. Returning means success, any exception a failed attempt.
     *
     * <p>Delivery is at least once: after a crash, a lost lease or a timeout the same job may run again, so its effects
     * should be repeatable. The thread is interrupted when the attempt is timed out or cancelled, or when the time limit
     * of a shutdown is reached.
     *
     * @param payload what was enqueued; never null unless null was enqueued
     * @throws Exception to fail the attempt; {@link NonRetryableJobException} to fail the job for good
     */
    void process(T payload, JobContext context) throws Exception;
}
