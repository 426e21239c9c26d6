package io.jobqueue.internal;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobDefinition;
import io.jobqueue.retry.RetryPolicy;
import io.jobqueue.spi.JobRecord;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the queue, the definition and the job say together about the limits of a run; the job wins over the definition, and
 * the definition over the queue.
 *
 * @param timeoutNanos over all attempts; 0 for none
 * @param attemptTimeoutNanos for each attempt; 0 for none
 */
record RunOptions(long timeoutNanos, long attemptTimeoutNanos, RetryPolicy retry) {

    static RunOptions of(QueueSettings settings) {
        return new RunOptions(nanos(settings.timeout()), nanos(settings.attemptTimeout()), settings.retry());
    }

    RunOptions with(JobDefinition definition) {
        RetryPolicy own = definition.retry();
        return with(definition.timeout(), definition.attemptTimeout(), null).with(own == null ? retry : own);
    }

    RunOptions with(EnqueueOptions options) {
        return with(options.timeout(), options.attemptTimeout(), options.maxRetries());
    }

    RunOptions with(JobRecord record) {
        return with(record.timeout(), record.attemptTimeout(), record.maxRetries());
    }

    private RunOptions with(RetryPolicy retry) {
        return retry == this.retry ? this : new RunOptions(timeoutNanos, attemptTimeoutNanos, retry);
    }

    private RunOptions with(
            @Nullable Duration timeout, @Nullable Duration attemptTimeout, @Nullable Integer maxRetries) {
        if (timeout == null && attemptTimeout == null && maxRetries == null) {
            return this;
        }
        return new RunOptions(
                timeout == null ? timeoutNanos : nanos(timeout),
                attemptTimeout == null ? attemptTimeoutNanos : nanos(attemptTimeout),
                maxRetries == null ? retry : retry.withMaxRetries(maxRetries));
    }

    /** In nanoseconds; anything over 292 years is that. */
    static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }

    /** A time from now; {@link Long#MAX_VALUE}, which means never, if that overflows. */
    static long after(long nowNanos, long nanos) {
        long sum = nowNanos + nanos;
        return nanos > 0 && sum < nowNanos ? Long.MAX_VALUE : sum;
    }
}
