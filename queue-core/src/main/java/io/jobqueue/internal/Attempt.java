package io.jobqueue.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The single-result cell of a worker, used again for every attempt.
 *
 * <p>It holds the number of the attempt and whether that is open. The worker opens it before the handler runs. Then the
 * handler's return, the watchdog and a cancellation race to end it with one compare-and-set that names the attempt's number
 * (the <em>ticket</em>): the first wins and decides the outcome; every other fails, because the attempt is no longer open or
 * a later one is. So nobody can end, or interrupt, an attempt other than the one that was meant.
 *
 * <p>Who ends it from outside ({@link #take}) owns the worker from then on: the worker's own {@link #close} fails, and its
 * thread runs no further job.
 */
final class Attempt {

    /** No deadline, or none known yet. */
    static final long NO_DEADLINE = Long.MAX_VALUE;
    /** The queue's default timeout, measured from when the watchdog first sees the attempt. */
    static final long SAMPLED = Long.MIN_VALUE;

    /** Of no attempt. */
    static final long NO_TICKET = 0;

    private static final int PHASE_BITS = 2;
    private static final long PHASE_MASK = (1 << PHASE_BITS) - 1;
    private static final long CLOSED = 0;
    private static final long OPEN = 1;
    private static final long TAKEN = 2;
    private static final VarHandle CELL;
    private static final VarHandle DEADLINE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CELL = lookup.findVarHandle(Attempt.class, "cell", long.class);
            DEADLINE = lookup.findVarHandle(Attempt.class, "deadlineNanos", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Attempt number, then phase. */
    private volatile long cell;

    /** What runs: a {@link Runnable} or a {@link Run}. Written by the worker before it opens the cell. */
    private @Nullable Object work;

    /** By the queue's clock, or {@link #SAMPLED}. Written by the worker, before or after it opens the cell. */
    private volatile long deadlineNanos = NO_DEADLINE;

    /** The attempt that the watchdog saw last. Written by it, after {@link #seenSinceNanos}. */
    private volatile long seenTicket;

    /** When the watchdog first saw that attempt. */
    private long seenSinceNanos;

    /** Starts the next attempt. By the worker only. Returns its ticket. */
    long open(Object work, long deadlineNanos) {
        this.work = work;
        DEADLINE.setRelease(this, deadlineNanos);
        long ticket = ((cell & ~PHASE_MASK) + (1 << PHASE_BITS)) | OPEN;
        CELL.setRelease(this, ticket);
        return ticket;
    }

    /** Ends the attempt because the handler came to its end. By the worker only. False if somebody else was first. */
    boolean close(long ticket) {
        return CELL.compareAndSet(this, ticket, (ticket & ~PHASE_MASK) | CLOSED);
    }

    /** Ends the attempt from outside. False if somebody else was first, or a later attempt is open. */
    boolean take(long ticket) {
        return CELL.compareAndSet(this, ticket, (ticket & ~PHASE_MASK) | TAKEN);
    }

    boolean isOpen(long ticket) {
        return cell == ticket;
    }

    /** The ticket of the open attempt; {@link #NO_TICKET} if none is open. */
    long openTicket() {
        long seen = cell;
        return (seen & PHASE_MASK) == OPEN ? seen : NO_TICKET;
    }

    boolean isTaken() {
        return (cell & PHASE_MASK) == TAKEN;
    }

    /** What runs or ran. Belongs to a ticket only if the cell shows that ticket after this was read. */
    @Nullable
    Object work() {
        return work;
    }

    /** Lets go of the last work. By the worker only, while the cell is closed. */
    void forget() {
        work = null;
    }

    /** Sets when the open attempt is overdue. By the worker only. */
    void deadlineNanos(long deadlineNanos) {
        DEADLINE.setRelease(this, deadlineNanos);
    }

    /**
     * When the attempt is overdue, for the watchdog: an attempt without a start time of its own has been running at least
     * since the watchdog first saw it, and a job's deadline may have moved on since the attempt began.
     */
    long deadlineNanos(long ticket, long nowNanos, long defaultTimeoutNanos) {
        long deadline = deadlineNanos;
        if (deadline != SAMPLED) {
            return nowNanos >= deadline && work instanceof Run run ? run.deadlineNanos() : deadline;
        }
        if (defaultTimeoutNanos == 0) {
            return NO_DEADLINE;
        }
        if (seenTicket != ticket) {
            seenSinceNanos = nowNanos;
            seenTicket = ticket;
        }
        return seenSinceNanos + defaultTimeoutNanos;
    }

    /** Since when the watchdog has seen the attempt; the given time if it has not. By the worker that opened it last. */
    long seenSinceNanos(long ticket, long otherwise) {
        return seenTicket == ticket ? seenSinceNanos : otherwise;
    }
}
