package io.jobqueue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Checks of settings that are durations. */
final class Durations {

    private Durations() {}

    static Duration requireNotNegative(String setting, @Nullable Duration value) {
        if (value == null || value.isNegative()) {
            throw new IllegalArgumentException(setting + ": " + value + " must be zero or more");
        }
        return value;
    }

    static Duration requirePositive(String setting, @Nullable Duration value) {
        if (value == null || value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(setting + ": " + value + " must be more than zero");
        }
        return value;
    }
}
