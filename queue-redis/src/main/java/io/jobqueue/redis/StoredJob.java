package io.jobqueue.redis;

import io.jobqueue.spi.JobRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A job as scripts answer it. Times are microseconds of the server's clock.
 *
 * @param record null if it cannot be read
 * @param deadline null without one
 */
record StoredJob(
        String id,
        @Nullable JobRecord record,
        long enqueued,
        int attempts,
        int recoveries,
        long due,
        @Nullable Long deadline,
        long now) {

    static StoredJob read(byte[] idBytes, byte[] body, byte[] state, long now) {
        String id = new String(idBytes, StandardCharsets.UTF_8);
        long enqueued = now;
        JobRecord record = null;
        try {
            enqueued = number(body, 0, RecordFormat.STAMP_LENGTH);
            record = RecordFormat.decode(id, body);
        } catch (RuntimeException unreadable) {
            // Somebody else's bytes, or those of a later version; whoever gets it says so.
        }
        if (state.length == 0) {
            return new StoredJob(id, record, enqueued, 0, 0, enqueued, null, now);
        }
        String[] parts = new String(state, StandardCharsets.ISO_8859_1).split(" ", -1);
        try {
            return new StoredJob(
                    id,
                    record,
                    enqueued,
                    Integer.parseInt(parts[0]),
                    Integer.parseInt(parts[1]),
                    Long.parseLong(parts[2]),
                    parts[3].equals("-") ? null : Long.valueOf(parts[3]),
                    now);
        } catch (RuntimeException unreadable) {
            return new StoredJob(id, record, enqueued, 0, 0, enqueued, null, now);
        }
    }

    private static long number(byte[] digits, int from, int to) {
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = digits[i] - '0';
            if (digit < 0 || digit > 9) {
                throw new IllegalArgumentException("not a digit: " + digits[i]);
            }
            value = value * 10 + digit;
        }
        return value;
    }

    Duration age() {
        return since(enqueued);
    }

    Duration waited() {
        return since(due);
    }

    @Nullable
    Duration timeLeft() {
        return deadline == null ? null : Bytes.ofMicros(deadline - now);
    }

    private Duration since(long time) {
        return Bytes.ofMicros(Math.max(0, now - time));
    }
}
