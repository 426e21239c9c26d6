package io.jobqueue.internal;

import io.jobqueue.WhenFull;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The room of a bounded queue. A job takes a part of it before it is offered, and gives it back when it is first claimed or
 * removed; so never more than the capacity wait, whoever races. Retries take none.
 */
final class Admission {

    private final int capacity;
    private final WhenFull whenFull;
    private final long blockNanos;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger waiters = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition roomMade = lock.newCondition();

    Admission(int capacity, WhenFull whenFull, long blockNanos) {
        this.capacity = capacity;
        this.whenFull = whenFull;
        this.blockNanos = blockNanos;
    }

    boolean isBounded() {
        return capacity > 0;
    }

    int capacity() {
        return capacity;
    }

    WhenFull whenFull() {
        return whenFull;
    }

    /** Takes room for some jobs, waiting for it if the policy says so. False if there is none. */
    boolean take(int jobs) throws InterruptedException {
        return tryTake(jobs) || (whenFull == WhenFull.BLOCK && jobs <= capacity && awaitRoom(jobs));
    }

    private boolean tryTake(int jobs) {
        for (; ; ) {
            int seen = taken.get();
            if (seen + jobs > capacity || seen + jobs < 0) {
                return false;
            }
            if (taken.compareAndSet(seen, seen + jobs)) {
                return true;
            }
        }
    }

    private boolean awaitRoom(int jobs) throws InterruptedException {
        waiters.incrementAndGet(); // before the next look: whoever makes room after it sees a waiter
        lock.lock();
        try {
            long left = blockNanos;
            while (!tryTake(jobs)) {
                if (left <= 0) {
                    return false;
                }
                left = roomMade.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
            waiters.decrementAndGet();
        }
    }

    void giveBack() {
        taken.decrementAndGet();
        if (waiters.get() > 0) {
            lock.lock();
            try {
                roomMade.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
