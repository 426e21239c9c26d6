package io.jobqueue;

import io.jobqueue.retry.RetryPolicy;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A name, the type of its payload, the processor that runs it, and what differs from the queue's settings. Immutable.
 */
public final class JobDefinition {

    private final String name;
    private final Type payloadType;
    private final JobProcessor<@Nullable Object> processor;
    private final @Nullable Duration timeout;
    private final @Nullable Duration attemptTimeout;
    private final @Nullable RetryPolicy retry;

    private JobDefinition(
            String name,
            Type payloadType,
            JobProcessor<@Nullable Object> processor,
            @Nullable Duration timeout,
            @Nullable Duration attemptTimeout,
            @Nullable RetryPolicy retry) {
        this.name = name;
        this.payloadType = payloadType;
        this.processor = processor;
        this.timeout = timeout;
        this.attemptTimeout = attemptTimeout;
        this.retry = retry;
    }

    /**
     * A job whose payload is of a class.
     *
     * @throws IllegalArgumentException if the name is blank, longer than 200 characters or holds control characters
     */
    public static <T> JobDefinition of(String name, Class<T> payloadType, JobProcessor<? super T> processor) {
        return ofType(name, payloadType, processor);
    }

    /**
     * A job whose payload is of any type, for example {@code List<Item>}. The processor must accept what the codec makes
     * of that type.
     *
     * @throws IllegalArgumentException if the name is blank, longer than 200 characters or holds control characters
     */
    @SuppressWarnings("unchecked") // the codec yields payloadType, which the caller matched with the processor
    public static JobDefinition ofType(String name, Type payloadType, JobProcessor<?> processor) {
        Objects.requireNonNull(payloadType, "payloadType");
        Objects.requireNonNull(processor, "processor");
        return new JobDefinition(
                Names.requireJobName(name), payloadType, (JobProcessor<@Nullable Object>) processor, null, null, null);
    }

    /** With a timeout over all attempts and the delays between them; zero means none. */
    public JobDefinition withTimeout(Duration timeout) {
        return new JobDefinition(
                name, payloadType, processor, Durations.requireNotNegative("timeout", timeout), attemptTimeout, retry);
    }

    /** With a timeout for each attempt; zero means none. */
    public JobDefinition withAttemptTimeout(Duration attemptTimeout) {
        return new JobDefinition(
                name,
                payloadType,
                processor,
                timeout,
                Durations.requireNotNegative("attempt-timeout", attemptTimeout),
                retry);
    }

    /** With a retry policy of its own. */
    public JobDefinition withRetry(RetryPolicy retry) {
        return new JobDefinition(
                name, payloadType, processor, timeout, attemptTimeout, Objects.requireNonNull(retry, "retry"));
    }

    public String name() {
        return name;
    }

    public Type payloadType() {
        return payloadType;
    }

    public JobProcessor<@Nullable Object> processor() {
        return processor;
    }

    /** The timeout, or null for the queue's. */
    public @Nullable Duration timeout() {
        return timeout;
    }

    /** The attempt timeout, or null for the queue's. */
    public @Nullable Duration attemptTimeout() {
        return attemptTimeout;
    }

    /** The retry policy, or null for the queue's. */
    public @Nullable RetryPolicy retry() {
        return retry;
    }

    @Override
    public String toString() {
        return "JobDefinition[" + name + ", " + payloadType.getTypeName() + "]";
    }
}
