package io.jobqueue.internal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Lets threads wait for a condition on the queue's numbers, at the price of one read per change while nobody waits.
 *
 * <p>No lock: who changes a number must not queue behind somebody who counts hundreds of thousands of workers. A waiter says
 * that it sleeps <em>before</em> it looks at its condition, and who changes something looks for sleepers <em>after</em>, so
 * one of the two sees the other. Between two looks a waiter rests for longer than a look takes, whatever changes. The
 * condition is also looked at from time to time, since not every number announces its change.
 */
final class Quiet {

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long REST_PER_LOOK = 4;
    private static final long SHORT_LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    private final List<Waiter> waiters = new CopyOnWriteArrayList<>();

    /** Waits for a condition until a time by {@link System#nanoTime()}. Whether it held. */
    boolean await(BooleanSupplier condition, long untilNanos) throws InterruptedException {
        Waiter waiter = new Waiter(Thread.currentThread());
        waiters.add(waiter);
        try {
            for (; ; ) {
                waiter.asleep = true;
                long looked = System.nanoTime();
                if (condition.getAsBoolean()) {
                    return true;
                }
                long now = System.nanoTime();
                if (untilNanos - now <= 0) {
                    return false;
                }
                waiter.sleep(Math.min(untilNanos - now, LOOK_AGAIN_NANOS));
                if (now - looked > SHORT_LOOK_NANOS) {
                    waiter.park((now - looked) * REST_PER_LOOK);
                }
            }
        } finally {
            waiters.remove(waiter);
        }
    }

    /** Something changed that somebody may be waiting for. */
    void changed() {
        waiters.forEach(Waiter::wake);
    }

    /** A thread that waits. */
    private static final class Waiter {

        private final Thread thread;
        private volatile boolean asleep;

        Waiter(Thread thread) {
            this.thread = thread;
        }

        void sleep(long nanos) throws InterruptedException {
            long until = System.nanoTime() + nanos;
            for (long left = nanos; asleep && left > 0; left = until - System.nanoTime()) {
                park(left);
            }
            asleep = false;
        }

        void park(long nanos) throws InterruptedException {
            LockSupport.parkNanos(this, nanos);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }

        void wake() {
            if (asleep) {
                asleep = false;
                LockSupport.unpark(thread);
            }
        }
    }
}
