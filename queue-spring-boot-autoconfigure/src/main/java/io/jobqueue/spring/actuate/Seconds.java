package io.jobqueue.spring.actuate;

import java.time.Duration;

/** Durations as the endpoint shows them. */
final class Seconds {

    private Seconds() {}

    /** Exact to the millisecond. */
    static double of(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
