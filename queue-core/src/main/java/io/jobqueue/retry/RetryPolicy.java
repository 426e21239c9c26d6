package io.jobqueue.retry;

import io.jobqueue.NonRetryableJobException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How many extra attempts a job gets, after which delays, and for which exceptions. Immutable.
 *
 * <p>Every {@link Exception} is retried except {@link NonRetryableJobException} and what {@link #abortOn} names; with
 * {@link #retryOn} only what that names. An {@link Error} is never retried.
 */
public final class RetryPolicy {

    private static final RetryPolicy NONE = new RetryPolicy(0, Backoff.exponential(), List.of(), List.of());

    private final int maxRetries;
    private final Backoff backoff;
    private final List<Class<? extends Throwable>> retryOn;
    private final List<Class<? extends Throwable>> abortOn;

    private RetryPolicy(
            int maxRetries,
            @Nullable Backoff backoff,
            List<Class<? extends Throwable>> retryOn,
            List<Class<? extends Throwable>> abortOn) {
        if (maxRetries < 0) {
            throw new IllegalArgumentException("retry.max-retries: " + maxRetries + " must be zero or more");
        }
        this.maxRetries = maxRetries;
        this.backoff = Objects.requireNonNull(backoff, "backoff");
        this.retryOn = retryOn;
        this.abortOn = abortOn;
    }

    /** No retries: the first failure is final. The default. */
    public static RetryPolicy none() {
        return NONE;
    }

    /** This many extra attempts with the default backoff. */
    public static RetryPolicy of(int maxRetries) {
        return NONE.withMaxRetries(maxRetries);
    }

    public RetryPolicy withMaxRetries(int maxRetries) {
        return maxRetries == this.maxRetries ? this : new RetryPolicy(maxRetries, backoff, retryOn, abortOn);
    }

    public RetryPolicy withBackoff(Backoff backoff) {
        return new RetryPolicy(maxRetries, backoff, retryOn, abortOn);
    }

    /** Retrying only these exceptions and their subclasses; an empty list stands for all. */
    public RetryPolicy retryOn(List<Class<? extends Throwable>> exceptions) {
        return new RetryPolicy(maxRetries, backoff, List.copyOf(exceptions), abortOn);
    }

    /** Never retrying these exceptions and their subclasses; wins over {@link #retryOn}. */
    public RetryPolicy abortOn(List<Class<? extends Throwable>> exceptions) {
        return new RetryPolicy(maxRetries, backoff, retryOn, List.copyOf(exceptions));
    }

    /**
     * Whether a failed attempt is followed by another.
     *
     * @param attempt the number of the attempt that failed, 1 for the first
     * @param error what it threw
     */
    public boolean isRetried(int attempt, Throwable error) {
        boolean attemptsLeft = attempt <= maxRetries;
        boolean retryable = error instanceof Exception && !(error instanceof NonRetryableJobException);
        return attemptsLeft && retryable && (retryOn.isEmpty() || matches(retryOn, error)) && !matches(abortOn, error);
    }

    public int maxRetries() {
        return maxRetries;
    }

    public Backoff backoff() {
        return backoff;
    }

    private static boolean matches(List<Class<? extends Throwable>> classes, Throwable error) {
        for (Class<? extends Throwable> type : classes) {
            if (type.isInstance(error)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return "RetryPolicy[maxRetries=" + maxRetries + ", " + backoff + "]";
    }
}
