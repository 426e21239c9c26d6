package io.jobqueue.redis;

import io.jobqueue.spi.JobRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A {@link JobRecord} without its id as bytes: the time of the enqueue, format, flags, a mark of who sent it, name, content
 * type, options, headers, and last the payload as it came. The time is digits, for scripts and people to read; lengths and
 * numbers are written in portions of seven bits; texts are UTF-8; usual content types have a number.
 */
final class RecordFormat {

    /** Nodes of different versions share a queue while they are updated: never change what a number means. */
    private static final byte FORMAT = 1;

    /** Digits of a time in microseconds; enough until the year 2286. */
    static final int STAMP_LENGTH = 16;

    /** In place of a length: the type at this place. Only to be added to. */
    private static final List<String> CONTENT_TYPES =
            List.of("application/json", "application/octet-stream", "text/plain");

    private static final int TIMEOUT = 1;
    private static final int ATTEMPT_TIMEOUT = 2;
    private static final int MAX_RETRIES = 4;
    private static final int HEADERS = 8;
    private static final int USUAL_TYPE = 16;

    private RecordFormat() {}

    // ---- writing

    /**
     * Writes a record.
     *
     * @param enqueuedMicros the time of the enqueue
     * @param mark tells two sendings of the same record apart
     */
    static byte[] encode(JobRecord record, long enqueuedMicros, long mark) {
        if (!(record.payload() instanceof byte[] payload)) {
            throw new IllegalArgumentException("payload of job " + record.id() + ": only bytes can be stored in Redis");
        }
        Writer writer = new Writer(payload.length + 64);
        int usualType = CONTENT_TYPES.indexOf(record.contentType());
        writer.digits(enqueuedMicros, STAMP_LENGTH);
        writer.put(FORMAT);
        writer.put(flags(record) | (usualType < 0 ? 0 : USUAL_TYPE));
        writer.number(mark);
        writer.text(record.name());
        if (usualType < 0) {
            writer.text(record.contentType());
        } else {
            writer.number(usualType);
        }
        writer.duration(record.timeout());
        writer.duration(record.attemptTimeout());
        if (record.maxRetries() != null) {
            writer.number(record.maxRetries());
        }
        if (!record.headers().isEmpty()) {
            writer.number(record.headers().size());
            record.headers().forEach((name, value) -> {
                writer.text(name);
                writer.text(value);
            });
        }
        writer.bytes(payload);
        return writer.done();
    }

    private static int flags(JobRecord record) {
        return (record.timeout() == null ? 0 : TIMEOUT)
                | (record.attemptTimeout() == null ? 0 : ATTEMPT_TIMEOUT)
                | (record.maxRetries() == null ? 0 : MAX_RETRIES)
                | (record.headers().isEmpty() ? 0 : HEADERS);
    }

    private static final class Writer {

        private byte[] bytes;
        private int size;

        Writer(int capacity) {
            bytes = new byte[capacity];
        }

        private void room(int more) {
            if (bytes.length - size < more) {
                bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
            }
        }

        void put(int value) {
            room(1);
            bytes[size++] = (byte) value;
        }

        void digits(long value, int count) {
            room(count);
            long rest = value;
            for (int i = size + count - 1; i >= size; i--) {
                bytes[i] = (byte) ('0' + rest % 10);
                rest /= 10;
            }
            size += count;
        }

        void number(long value) {
            long rest = value;
            while ((rest & ~0x7fL) != 0) {
                put((int) (rest & 0x7f) | 0x80);
                rest >>>= 7;
            }
            put((int) rest);
        }

        void text(String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            number(utf8.length);
            bytes(utf8);
        }

        void duration(@Nullable Duration duration) {
            if (duration != null) {
                number(duration.getSeconds());
                number(duration.getNano());
            }
        }

        void bytes(byte[] more) {
            room(more.length);
            System.arraycopy(more, 0, bytes, size, more.length);
            size += more.length;
        }

        byte[] done() {
            return bytes.length == size ? bytes : Arrays.copyOf(bytes, size);
        }
    }

    // ---- reading

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws RuntimeException of any kind if the bytes are something else
     */
    static JobRecord decode(String id, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes, STAMP_LENGTH, bytes.length - STAMP_LENGTH);
        int format = in.get();
        if (format != FORMAT) {
            throw new IllegalArgumentException("unknown format " + format);
        }
        int flags = in.get();
        number(in); // the mark
        String name = text(in);
        String contentType = (flags & USUAL_TYPE) == 0 ? text(in) : CONTENT_TYPES.get(Math.toIntExact(number(in)));
        Duration timeout = (flags & TIMEOUT) == 0 ? null : duration(in);
        Duration attemptTimeout = (flags & ATTEMPT_TIMEOUT) == 0 ? null : duration(in);
        Integer maxRetries = (flags & MAX_RETRIES) == 0 ? null : Math.toIntExact(number(in));
        Map<String, String> headers = (flags & HEADERS) == 0 ? Map.of() : headers(in);
        byte[] payload = new byte[in.remaining()];
        in.get(payload);
        return new JobRecord(id, name, payload, contentType, headers, timeout, attemptTimeout, maxRetries);
    }

    private static Map<String, String> headers(ByteBuffer in) {
        Map<String, String> headers = new HashMap<>();
        for (long left = number(in); left > 0; left--) {
            String name = text(in);
            headers.put(name, text(in));
        }
        return Map.copyOf(headers);
    }

    private static long number(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte portion = in.get();
            value |= (portion & 0x7fL) << shift;
            if (portion >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number that is too long");
    }

    private static String text(ByteBuffer in) {
        int length = Math.toIntExact(number(in));
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("a text of " + length + " bytes where " + in.remaining() + " are left");
        }
        String text = new String(in.array(), in.arrayOffset() + in.position(), length, StandardCharsets.UTF_8);
        in.position(in.position() + length);
        return text;
    }

    private static Duration duration(ByteBuffer in) {
        return Duration.ofSeconds(number(in), number(in));
    }
}
