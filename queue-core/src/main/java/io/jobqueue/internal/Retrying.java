package io.jobqueue.internal;

import io.jobqueue.retry.Backoff;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How a loop that must not die waits after errors: longer and longer, with jitter. For one thread. */
final class Retrying {

    private static final Backoff BACKOFF = Backoff.exponential()
            .withDelay(Duration.ofMillis(100))
            .withMaxDelay(Duration.ofSeconds(5))
            .withJitter(0.5);
    private static final int MAX_EXPONENT = 10;

    private int failures;

    /** Returns how long to wait. */
    long failed() {
        double random = ThreadLocalRandom.current().nextDouble();
        return BACKOFF.delayNanos(Math.min(failures++, MAX_EXPONENT), random);
    }

    void succeeded() {
        failures = 0;
    }
}
