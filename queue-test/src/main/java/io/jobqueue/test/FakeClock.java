package io.jobqueue.test;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A clock that goes on only when told to, in nanoseconds like {@link System#nanoTime()}: for {@link
 * io.jobqueue.JobQueueBuilder#nanoClock}. Thread-safe.
 */
public final class FakeClock implements LongSupplier {

    /** Not zero, which code may take for a time that was never set. */
    private static final long START_NANOS = Duration.ofDays(1).toNanos();

    private final AtomicLong nanos = new AtomicLong(START_NANOS);

    @Override
    public long getAsLong() {
        return nanos.get();
    }

    /**
     * Goes on.
     *
     * @throws IllegalArgumentException if negative
     */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time: " + time + " must be zero or more; this clock never goes back");
        }
        nanos.addAndGet(time.toNanos());
    }

    /** How far it has gone since it was made. */
    public Duration elapsed() {
        return Duration.ofNanos(nanos.get() - START_NANOS);
    }

    @Override
    public String toString() {
        return "FakeClock[" + elapsed() + "]";
    }
}
