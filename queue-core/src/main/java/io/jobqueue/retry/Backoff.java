package io.jobqueue.retry;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The delay before a retry: {@code min(maxDelay, delay × multiplier^k)} before retry {@code k} (the first is 0), and with
 * jitter a uniformly random part of it in {@code [(1 - jitter) × d, d]}. Immutable.
 *
 * <p>The defaults are a delay of 100 ms, a multiplier of 2, a maximum of 10 s and no jitter. Jitter 1 is "full jitter"
 * as described in the AWS Architecture Blog, "Exponential Backoff and Jitter".
 */
public final class Backoff {

    public static final Duration DEFAULT_DELAY = Duration.ofMillis(100);
    public static final double DEFAULT_MULTIPLIER = 2.0;
    public static final Duration DEFAULT_MAX_DELAY = Duration.ofSeconds(10);

    private static final Backoff DEFAULTS = new Backoff(DEFAULT_DELAY, DEFAULT_MULTIPLIER, DEFAULT_MAX_DELAY, 0);

    private final Duration delay;
    private final double multiplier;
    private final Duration maxDelay;
    private final double jitter;
    private final long delayNanos;
    private final long maxDelayNanos;

    private Backoff(@Nullable Duration delay, double multiplier, @Nullable Duration maxDelay, double jitter) {
        if (delay == null || delay.isNegative()) {
            throw new IllegalArgumentException("retry.delay: " + delay + " must be zero or more");
        }
        if (!(multiplier >= 1) || Double.isInfinite(multiplier)) {
            throw new IllegalArgumentException("retry.multiplier: " + multiplier + " must be 1 or more");
        }
        if (maxDelay == null || maxDelay.isNegative()) {
            throw new IllegalArgumentException("retry.max-delay: " + maxDelay + " must be zero or more");
        }
        if (!(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException("retry.jitter: " + jitter + " must be between 0 and 1");
        }
        this.delay = delay;
        this.multiplier = multiplier;
        this.maxDelay = maxDelay;
        this.jitter = jitter;
        this.delayNanos = saturatedNanos(delay);
        this.maxDelayNanos = saturatedNanos(maxDelay);
    }

    /** Exponential with the default values. */
    public static Backoff exponential() {
        return DEFAULTS;
    }

    /** The same delay before every retry, not capped. */
    public static Backoff fixed(Duration delay) {
        return new Backoff(delay, 1, delay, 0);
    }

    public Backoff withDelay(Duration delay) {
        return new Backoff(delay, multiplier, maxDelay, jitter);
    }

    public Backoff withMultiplier(double multiplier) {
        return new Backoff(delay, multiplier, maxDelay, jitter);
    }

    public Backoff withMaxDelay(Duration maxDelay) {
        return new Backoff(delay, multiplier, maxDelay, jitter);
    }

    /** With a random part: 0 for none, 1 for anything between zero and the full delay. */
    public Backoff withJitter(double jitter) {
        return new Backoff(delay, multiplier, maxDelay, jitter);
    }

    /**
     * The delay before a retry in nanoseconds.
     *
     * @param retry which retry, 0 for the first
     * @param random a random number in [0, 1); used only with jitter
     */
    public long delayNanos(int retry, double random) {
        if (retry < 0) {
            throw new IllegalArgumentException("retry: " + retry + " must be zero or more");
        }
        if (multiplier == 1 && jitter == 0) {
            return Math.min(delayNanos, maxDelayNanos);
        }
        // A double holds every product we cap; beyond the cap, infinity included, the cap wins.
        double full = Math.min(
                (double) maxDelayNanos, multiplier == 1 ? delayNanos : delayNanos * Math.pow(multiplier, retry));
        if (delayNanos == 0) {
            return 0; // 0 × infinity is no number
        }
        return (long) (full - full * jitter * random);
    }

    public Duration delay() {
        return delay;
    }

    public double multiplier() {
        return multiplier;
    }

    public Duration maxDelay() {
        return maxDelay;
    }

    public double jitter() {
        return jitter;
    }

    private static long saturatedNanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }

    @Override
    public String toString() {
        return "Backoff[delay=" + delay + ", multiplier=" + multiplier + ", maxDelay=" + maxDelay + ", jitter=" + jitter
                + "]";
    }
}
