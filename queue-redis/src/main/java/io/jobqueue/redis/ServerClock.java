package io.jobqueue.redis;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What the server's clock shows, as far as its last answers tell: the time of an enqueue is written by the producer, so that
 * the server need not put each record together anew. It serves ages only; leases and delays are measured by the server alone.
 *
 * <p>An answer is older than it seems by the time that it took to arrive, so of several estimates that nearly agree the latest
 * is the best. Any thread.
 */
final class ServerClock {

    /** Further apart than this, it is the clocks that differ: another server, a step, drift. */
    private static final long AGREEING_MICROS = TimeUnit.MILLISECONDS.toMicros(50);

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final LongSupplier nanoClock;
    private volatile long offsetMicros = UNKNOWN;

    ServerClock(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** What the command {@code TIME} answered, in microseconds. */
    static long micros(List<byte[]> time) {
        return TimeUnit.SECONDS.toMicros(Long.parseLong(Bytes.text(time.get(0))))
                + Long.parseLong(Bytes.text(time.get(1)));
    }

    boolean isKnown() {
        return offsetMicros != UNKNOWN;
    }

    /** The server's clock in microseconds. */
    long micros() {
        return localMicros() + offsetMicros;
    }

    /** The server has just said what its clock shows. A race between two that learn is decided either way. */
    void learn(long serverMicros) {
        long estimate = serverMicros - localMicros();
        long known = offsetMicros;
        if (known == UNKNOWN || estimate > known || known - estimate > AGREEING_MICROS) {
            offsetMicros = estimate;
        }
    }

    private long localMicros() {
        return TimeUnit.NANOSECONDS.toMicros(nanoClock.getAsLong());
    }
}
