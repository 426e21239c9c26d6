package io.jobqueue.scenario;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A door that jobs wait at until the test lets them through. */
final class Gate {

    private static final int EVERYBODY = 1 << 28;

    private final Semaphore permits = new Semaphore(0);
    private final AtomicInteger waiting = new AtomicInteger();

    void pass() throws InterruptedException {
        waiting.incrementAndGet();
        try {
            permits.acquire();
        } finally {
            waiting.decrementAndGet();
        }
    }

    /** For handlers that ignore their interrupt. */
    void passIgnoringInterrupts() {
        waiting.incrementAndGet();
        permits.acquireUninterruptibly();
        waiting.decrementAndGet();
    }

    void let(int count) {
        permits.release(count);
    }

    void open() {
        permits.release(EVERYBODY);
    }

    int waiting() {
        return waiting.get();
    }

    /** Waits until exactly so many are at the door. */
    void awaitWaiting(int count) {
        Soon.until(count + " waiting at the gate", () -> waiting.get() == count);
    }
}
