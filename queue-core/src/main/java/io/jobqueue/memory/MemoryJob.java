package io.jobqueue.memory;

import io.jobqueue.spi.JobState;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A job with an identity in memory: it can wait for a time, be cancelled while it waits, and be claimed once at a time.
 *
 * <p>One cell holds the state and the number of the current claim, and every transition is a compare-and-set on it, so of
 * claim, cancel, promotion and settlement exactly one wins. The claim's number is the fence: whoever settles must name it.
 * All other fields are written before a transition and read after one.
 */
public abstract class MemoryJob {

    private static final int STATE_BITS = 3;
    private static final int STATE_MASK = (1 << STATE_BITS) - 1;
    static final int WAITING = 0;
    static final int DELAYED = 1;
    static final int RUNNING = 2;
    static final int DEAD = 3;
    static final int GONE = 4;

    private static final VarHandle CELL;

    static {
        try {
            CELL = MethodHandles.lookup().findVarHandle(MemoryJob.class, "cell", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Claim number, then state. */
    private volatile long cell;

    /** Since when it has been ready to run, or when it will be if it is delayed, by the queue's clock. */
    private long readyNanos;

    /** The order among jobs due at the same time, and of listings. */
    private long order;

    /** How many attempts have failed. */
    private int failedAttempts;

    /** When the timeout over all attempts passes; {@link Long#MAX_VALUE} before the first start and without a timeout. */
    private long deadlineNanos = Long.MAX_VALUE;

    /** What the last failed attempt threw: a {@link Throwable} or its stack trace. */
    private @Nullable Object lastError;

    /** Gives back what it holds of a bounded queue's capacity until it is first claimed; null if it holds nothing. */
    private @Nullable Runnable permit;

    private int state() {
        return (int) cell & STATE_MASK;
    }

    /** Claims the job, which waits, for running. False if it was cancelled. */
    public final boolean begin() {
        return claimFrom(WAITING);
    }

    /** Claims the job from one state. False if it is in another. */
    final boolean claimFrom(int state) {
        long seen = cell;
        long claim = (seen >>> STATE_BITS) + 1;
        return (seen & STATE_MASK) == state && CELL.compareAndSet(this, seen, claim << STATE_BITS | RUNNING);
    }

    /** The number of the current or last claim. */
    final long claimNumber() {
        return cell >>> STATE_BITS;
    }

    /** Moves from a state, whatever the claim. */
    final boolean move(int from, int to) {
        long seen = cell;
        return (seen & STATE_MASK) == from && CELL.compareAndSet(this, seen, (seen & ~STATE_MASK) | to);
    }

    /** Moves from running if this claim is the current one. */
    final boolean moveClaimed(long claim, int to) {
        return CELL.compareAndSet(this, claim << STATE_BITS | RUNNING, claim << STATE_BITS | to);
    }

    final boolean is(int state) {
        return state() == state;
    }

    /** The state as an inspector sees it; null if the job is gone. */
    final @Nullable JobState visibleState() {
        return switch (state()) {
            case WAITING -> JobState.WAITING;
            case DELAYED -> JobState.DELAYED;
            case RUNNING -> JobState.RUNNING;
            case DEAD -> JobState.DEAD;
            default -> null;
        };
    }

    public final boolean isRunning() {
        return is(RUNNING);
    }

    public final boolean isGone() {
        return is(GONE);
    }

    public final long readyNanos() {
        return readyNanos;
    }

    public final void readyNanos(long readyNanos) {
        this.readyNanos = readyNanos;
    }

    final long order() {
        return order;
    }

    final void order(long order) {
        this.order = order;
    }

    public final int failedAttempts() {
        return failedAttempts;
    }

    public final void failedAttempts(int failedAttempts) {
        this.failedAttempts = failedAttempts;
    }

    public final long deadlineNanos() {
        return deadlineNanos;
    }

    public final void deadlineNanos(long deadlineNanos) {
        this.deadlineNanos = deadlineNanos;
    }

    public final @Nullable Object lastError() {
        return lastError;
    }

    public final void lastError(@Nullable Object lastError) {
        this.lastError = lastError;
    }

    /** Makes the job hold a part of a bounded queue's capacity. Before it is offered. */
    public final void permit(@Nullable Runnable release) {
        this.permit = release;
    }

    /** Gives the capacity back. Called by whoever has claimed or removed the job. */
    public final void releasePermit() {
        Runnable release = permit;
        if (release != null) {
            permit = null;
            release.run();
        }
    }
}
