package io.jobqueue.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** How values are written for scripts. */
final class Bytes {

    static final byte[] ZERO = of(0);
    static final byte[] EMPTY = {};

    /** Two hundred years: with the current time added, still an exact number in Lua. */
    private static final long MOST_MICROS = Duration.ofDays(73_000).toSeconds() * 1_000_000;

    private Bytes() {}

    static byte[] of(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] of(long number) {
        return Long.toString(number).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Microseconds, rounded up so that what is positive stays so. */
    static byte[] micros(Duration duration) {
        return of(toMicros(duration));
    }

    static long toMicros(Duration duration) {
        if (duration.getSeconds() >= MOST_MICROS / 1_000_000) {
            return MOST_MICROS;
        }
        if (duration.getSeconds() <= -MOST_MICROS / 1_000_000) {
            return -MOST_MICROS;
        }
        return duration.getSeconds() * 1_000_000 + (duration.getNano() + 999) / 1_000;
    }

    static Duration ofMicros(long micros) {
        return Duration.ofSeconds(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000);
    }

    static String text(Object bytes) {
        return new String((byte[]) bytes, StandardCharsets.UTF_8);
    }
}
