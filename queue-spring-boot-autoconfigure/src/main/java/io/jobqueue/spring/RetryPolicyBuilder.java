package io.jobqueue.spring;

import io.jobqueue.retry.Backoff;
import io.jobqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.List;

/** A retry policy that is overridden bit by bit. The delay must be set before the longest delay. */
final class RetryPolicyBuilder {

    private RetryPolicy policy;
    private boolean delaySet;

    RetryPolicyBuilder(RetryPolicy base) {
        this.policy = base;
    }

    void maxRetries(int maxRetries) {
        policy = policy.withMaxRetries(maxRetries);
    }

    /** Raises the longest delay if need be, so that an inherited one does not cut this one short silently. */
    void delay(Duration delay) {
        Backoff backoff = policy.backoff().withDelay(delay);
        policy = policy.withBackoff(delay.compareTo(backoff.maxDelay()) > 0 ? backoff.withMaxDelay(delay) : backoff);
        delaySet = true;
    }

    void multiplier(double multiplier) {
        policy = policy.withBackoff(policy.backoff().withMultiplier(multiplier));
    }

    void maxDelay(Duration maxDelay) {
        Duration delay = policy.backoff().delay();
        if (delaySet && maxDelay.compareTo(delay) < 0) {
            throw new IllegalArgumentException(
                    "max-delay: " + maxDelay + " must not be shorter than the delay, which is " + delay);
        }
        policy = policy.withBackoff(policy.backoff().withMaxDelay(maxDelay));
    }

    void jitter(double jitter) {
        policy = policy.withBackoff(policy.backoff().withJitter(jitter));
    }

    void retryOn(Class<? extends Throwable>[] exceptions) {
        policy = policy.retryOn(List.of(exceptions));
    }

    void abortOn(Class<? extends Throwable>[] exceptions) {
        policy = policy.abortOn(List.of(exceptions));
    }

    RetryPolicy build() {
        return policy;
    }
}
