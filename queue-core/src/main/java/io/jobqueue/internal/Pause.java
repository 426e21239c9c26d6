package io.jobqueue.internal;

import io.jobqueue.QueueState;
import io.jobqueue.spi.QueueInspection;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the queue is paused, on this node and, if its backend is shared, on all. Any thread.
 *
 * <p>What this node wants it does at once, and tells the backend from a thread that may wait for it. What another node wants
 * it learns by looking. A look that began before a wish says nothing about it and is dropped.
 */
final class Pause {

    private static final Logger log = LoggerFactory.getLogger(Pause.class);

    private final Scheduler scheduler;

    /** Of the queue: a start must see all of a pause or nothing. */
    private final ReentrantLock lock;

    // Guarded by the lock.
    private @Nullable Boolean untold;
    private long wishes;
    private boolean isShared = true; // until the backend says that it is not

    Pause(Scheduler scheduler, ReentrantLock lock) {
        this.scheduler = scheduler;
        this.lock = lock;
    }

    /** Whether a queue that starts now is paused. Called under the lock. */
    boolean isSet() {
        return scheduler.slots.isSet(Slots.PAUSED);
    }

    /** Somebody wants the queue to be paused, or not. */
    void set(boolean wanted) {
        lock.lock();
        try {
            wishes++;
            if (scheduler.claims != null && isShared) {
                untold = wanted;
            }
            apply(wanted);
        } finally {
            lock.unlock();
        }
        wakeUp();
        if (scheduler.claims != null) {
            scheduler.claims.sampler.lookNow();
        }
    }

    private void apply(boolean wanted) {
        if (wanted) {
            scheduler.slots.set(Slots.PAUSED);
            scheduler.lifecycle.move(QueueState.RUNNING, QueueState.PAUSED);
        } else {
            scheduler.slots.clear(Slots.PAUSED);
            scheduler.lifecycle.move(QueueState.PAUSED, QueueState.RUNNING);
        }
    }

    private void wakeUp() {
        scheduler.pool.signal();
        scheduler.wakeDispatcher();
    }

    /** Tells the backend what it has not been told, or else follows it. May throw what the backend throws. */
    void synchronize(QueueInspection store) {
        Boolean wish;
        long seen;
        lock.lock();
        try {
            if (!isShared) {
                return;
            }
            wish = untold;
            seen = wishes;
        } finally {
            lock.unlock();
        }
        if (wish == null) {
            follow(store.isPaused(), seen);
        } else {
            tell(store, wish, seen);
        }
    }

    private void tell(QueueInspection store, boolean wish, long seen) {
        boolean shared = true;
        try {
            store.setPaused(wish);
        } catch (UnsupportedOperationException e) {
            shared = false;
        }
        lock.lock();
        try {
            isShared = shared;
            if (wishes == seen || !shared) {
                untold = null;
            }
        } finally {
            lock.unlock();
        }
    }

    private void follow(boolean observed, long seen) {
        lock.lock();
        try {
            if (wishes != seen || observed == isSet()) {
                return;
            }
            apply(observed);
        } finally {
            lock.unlock();
        }
        log.info("Queue '{}' is {} for all nodes", scheduler.name(), observed ? "paused" : "resumed");
        wakeUp();
    }
}
