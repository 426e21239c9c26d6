package io.jobqueue.internal;

import io.jobqueue.QueueState;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** The state of a queue and its legal transitions. Any thread; of concurrent moves from one state one wins. */
final class Lifecycle {

    private final AtomicReference<QueueState> state = new AtomicReference<>(QueueState.CREATED);

    /** Set by drain, before it moves to stopping: nothing new is accepted, now or ever. */
    private volatile boolean draining;

    QueueState state() {
        return Objects.requireNonNull(state.get());
    }

    /**
     * Moves if the queue is in the first state. False if it is in another.
     *
     * @throws IllegalStateException if there is no such transition
     */
    boolean move(QueueState from, QueueState to) {
        if (!isLegal(from, to)) {
            throw new IllegalStateException("a queue does not go from " + from + " to " + to);
        }
        return state.compareAndSet(from, to);
    }

    static boolean isLegal(QueueState from, QueueState to) {
        return switch (from) {
            case CREATED, STOPPED -> to == QueueState.RUNNING || to == QueueState.PAUSED || to == QueueState.STOPPING;
            case RUNNING -> to == QueueState.PAUSED || to == QueueState.STOPPING;
            case PAUSED -> to == QueueState.RUNNING || to == QueueState.STOPPING;
            case STOPPING -> to == QueueState.STOPPED || to == QueueState.CLOSED;
            case CLOSED -> false;
        };
    }

    boolean isActive() {
        QueueState now = state();
        return now == QueueState.RUNNING || now == QueueState.PAUSED;
    }

    /** Whether running jobs should come to an end. */
    boolean isStopping() {
        QueueState now = state();
        return now == QueueState.STOPPING || now == QueueState.STOPPED || now == QueueState.CLOSED;
    }

    void beginDrain() {
        draining = true;
    }

    boolean isDraining() {
        return draining;
    }
}
