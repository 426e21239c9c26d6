package io.jobqueue;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one job wants to be different from its definition and its queue. Immutable; start from {@link #defaults()}.
 */
public final class EnqueueOptions {

    private static final EnqueueOptions DEFAULTS = new EnqueueOptions(null, Duration.ZERO, null, null, null, Map.of());
    private static final int MAX_ID = 200;

    private final @Nullable String id;
    private final Duration delay;
    private final @Nullable Duration timeout;
    private final @Nullable Duration attemptTimeout;
    private final @Nullable Integer maxRetries;
    private final Map<String, String> headers;

    private EnqueueOptions(
            @Nullable String id,
            Duration delay,
            @Nullable Duration timeout,
            @Nullable Duration attemptTimeout,
            @Nullable Integer maxRetries,
            Map<String, String> headers) {
        this.id = id;
        this.delay = delay;
        this.timeout = timeout;
        this.attemptTimeout = attemptTimeout;
        this.maxRetries = maxRetries;
        this.headers = headers;
    }

    /** Nothing different: a generated id, no delay, everything else as defined. */
    public static EnqueueOptions defaults() {
        return DEFAULTS;
    }

    /**
     * With an id of your own: while a job with this id is known to the queue (waiting, delayed, running or dead),
     * enqueuing it again throws {@link DuplicateJobException}. Messages only; tasks have no id.
     *
     * @throws IllegalArgumentException if blank, over 200 characters, or with control characters or braces
     */
    public EnqueueOptions withId(String id) {
        if (id == null
                || id.isBlank()
                || id.length() > MAX_ID
                || id.chars().anyMatch(c -> Character.isISOControl(c) || c == '{' || c == '}')) {
            throw new IllegalArgumentException("id: '" + id + "' is not a job id; use 1 to " + MAX_ID
                    + " characters, not blank, without control characters or braces");
        }
        return new EnqueueOptions(id, delay, timeout, attemptTimeout, maxRetries, headers);
    }

    /** Not before this time from now; zero means at once. */
    public EnqueueOptions withDelay(Duration delay) {
        return new EnqueueOptions(
                id, Durations.requireNotNegative("delay", delay), timeout, attemptTimeout, maxRetries, headers);
    }

    /** With a timeout over all attempts and the delays between them, from the first start on; zero means none. */
    public EnqueueOptions withTimeout(Duration timeout) {
        return new EnqueueOptions(
                id, delay, Durations.requireNotNegative("timeout", timeout), attemptTimeout, maxRetries, headers);
    }

    /** With a timeout for each attempt; zero means none. */
    public EnqueueOptions withAttemptTimeout(Duration attemptTimeout) {
        return new EnqueueOptions(
                id,
                delay,
                timeout,
                Durations.requireNotNegative("attempt-timeout", attemptTimeout),
                maxRetries,
                headers);
    }

    /** With this many extra attempts after the first, delayed as the retry policy says. */
    public EnqueueOptions withMaxRetries(int maxRetries) {
        if (maxRetries < 0) {
            throw new IllegalArgumentException("max-retries: " + maxRetries + " must be zero or more");
        }
        return new EnqueueOptions(id, delay, timeout, attemptTimeout, maxRetries, headers);
    }

    /** With one more header. Messages only. */
    public EnqueueOptions withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
        return new EnqueueOptions(id, delay, timeout, attemptTimeout, maxRetries, Collections.unmodifiableMap(more));
    }

    /** The id, or null for a generated one. */
    public @Nullable String id() {
        return id;
    }

    public Duration delay() {
        return delay;
    }

    /** The timeout, or null for the definition's or the queue's. */
    public @Nullable Duration timeout() {
        return timeout;
    }

    /** The attempt timeout, or null for the definition's or the queue's. */
    public @Nullable Duration attemptTimeout() {
        return attemptTimeout;
    }

    /** The number of extra attempts, or null for the definition's or the queue's. */
    public @Nullable Integer maxRetries() {
        return maxRetries;
    }

    /** Unmodifiable. */
    public Map<String, String> headers() {
        return headers;
    }
}
