package io.jobqueue.test.contract;

import io.jobqueue.spi.JobBackend;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * How the contract suite makes a backend and lets its time pass. One fixture serves one test: it is made, asked for
 * backends, and closed after them.
 */
public interface BackendFixture extends AutoCloseable {

    /** A backend on an empty store. Called once per fixture. The suite closes what it gets. */
    JobBackend createBackend() throws Exception;

    /**
     * How long a claim of these backends is valid. Where {@link #advance} really waits, choose about a second: long enough
     * for a few calls on a busy machine, short enough for some hundred waits.
     */
    Duration lease();

    /**
     * Lets time pass for the store: steps a fake clock, moves stored times back, or, as the default does, waits. When this
     * returns, leases and delays that ran out in the meantime count as run out.
     */
    default void advance(Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(left);
        }
    }

    /** Another backend, as on another machine, on the store of the first; empty if the store cannot be shared. */
    default Optional<JobBackend> secondNode() throws Exception {
        return Optional.empty();
    }

    /**
     * A backend on an empty store that throws {@link io.jobqueue.QueueFullException} when more jobs would wait; empty if the
     * backend does not bound its queue.
     */
    default Optional<JobBackend> boundedBackend(int capacity) throws Exception {
        return Optional.empty();
    }

    /** Damages the stored record of a job so that it cannot be read. False if nothing can be damaged here. */
    default boolean makeUnreadable(String id) throws Exception {
        return false;
    }

    /** How long the suite waits for what must happen. */
    default Duration patience() {
        return Duration.ofSeconds(10);
    }

    /** Removes the store. Called after the backends were closed. */
    @Override
    default void close() throws Exception {}
}
