package io.jobqueue.internal;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wakes one waiting thread; any number of raises before it looks again are one wake-up, and none is lost.
 *
 * <p>The waiter lowers the flag before it looks for work; whoever makes work raises the flag after. If the raiser still
 * finds it up, the waiter has not lowered it yet and will look after it has.
 */
final class Signal {

    private volatile boolean raised;
    private volatile @Nullable Thread waiter;

    void raise() {
        if (!raised) {
            raised = true;
            LockSupport.unpark(waiter);
        }
    }

    /**
     * Waits until raised, or for some time, and lowers the flag. Called by one thread only; interrupts do not end it. Whether
     * it was raised.
     */
    boolean await(long nanos) {
        waiter = Thread.currentThread();
        if (nanos == Long.MAX_VALUE) {
            while (!raised) {
                LockSupport.park(this);
                Thread.interrupted();
            }
        } else {
            long until = System.nanoTime() + nanos;
            for (long left = nanos; !raised && left > 0; left = until - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
                Thread.interrupted();
            }
        }
        boolean wasRaised = raised;
        raised = false;
        return wasRaised;
    }

    /** Lowers the flag without waiting. By the waiter only. */
    void lower() {
        raised = false;
    }

    boolean isRaised() {
        return raised;
    }
}
