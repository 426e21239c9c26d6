package io.jobqueue.internal;

import io.jobqueue.retry.Backoff;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a loop that must not die waits after errors: longer and longer, with jitter. For one thread. */
final class Retrying {

    private static final Logger log = LoggerFactory.getLogger(Retrying.class);
    private static final Backoff BACKOFF = Backoff.exponential()
            .withDelay(Duration.ofMillis(100))
            .withMaxDelay(Duration.ofSeconds(5))
            .withJitter(0.5);
    private static final int MAX_EXPONENT = 10;

    private int failures;

    /** Returns how long to wait. Logs the first error of a row as a warning. */
    long failed(String what, String queue, Exception error) {
        long delay = BACKOFF.delayNanos(
                Math.min(failures, MAX_EXPONENT), ThreadLocalRandom.current().nextDouble());
        if (failures++ == 0) {
            log.warn("Queue '{}': {} failed, it is tried again until it works", queue, what, error);
        } else {
            log.debug("Queue '{}': {} failed {} times", queue, what, failures, error);
        }
        return delay;
    }

    void succeeded() {
        if (failures > 0) {
            log.info("The backend answers again after {} errors", failures);
            failures = 0;
        }
    }
}
