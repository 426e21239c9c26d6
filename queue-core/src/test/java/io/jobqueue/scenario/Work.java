package io.jobqueue.scenario;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Handlers that take time. */
final class Work {

    private Work() {}

    /** Takes this long, whatever interrupts it; the flag is kept. */
    static void ignoringInterrupts(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        boolean interrupted = false;
        while (end - System.nanoTime() > 0) {
            LockSupport.parkNanos(end - System.nanoTime());
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes this long, or until an interrupt; the flag is kept. */
    static void lasting(long nanos) {
        long end = System.nanoTime() + nanos;
        while (end - System.nanoTime() > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
