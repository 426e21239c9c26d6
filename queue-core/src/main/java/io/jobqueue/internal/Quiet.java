package io.jobqueue.internal;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Lets threads wait for a condition on the queue's numbers, at the price of one read per change while nobody waits. The
 * condition is also looked at from time to time, since not every number announces its change.
 */
final class Quiet {

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final AtomicInteger waiters = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Waits for a condition until a time by {@link System#nanoTime()}. Whether it held. */
    boolean await(BooleanSupplier condition, long untilNanos) throws InterruptedException {
        waiters.incrementAndGet();
        lock.lock();
        try {
            while (!condition.getAsBoolean()) {
                long left = untilNanos - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                changed.awaitNanos(Math.min(left, LOOK_AGAIN_NANOS));
            }
            return true;
        } finally {
            lock.unlock();
            waiters.decrementAndGet();
        }
    }

    /** Something changed that somebody may be waiting for. */
    void changed() {
        if (waiters.get() > 0) {
            lock.lock();
            try {
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
