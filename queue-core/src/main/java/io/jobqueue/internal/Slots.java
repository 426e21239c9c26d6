package io.jobqueue.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many workers may exist and how many do, and whether they may take jobs, in one word, so that every decision about
 * them is one compare-and-set.
 *
 * <p>A live worker <em>is</em> a slot: a worker exists only after {@link #reserve} has counted it, and it takes a job only
 * while the word {@linkplain #isOpen() is open}, which it is not while more workers are alive than the limit allows. So
 * running jobs exceed the limit only by those that were running when it was lowered.
 */
final class Slots {

    /** Somebody paused the queue. */
    static final long PAUSED = 1L << 48;
    /** The queue is not started, or is stopping: workers end. */
    static final long HALTED = 1L << 49;
    /** Too many threads are abandoned. */
    static final long SUSPENDED = 1L << 50;
    /** More workers are alive than the limit allows; kept up to date with every change. */
    private static final long SURPLUS = 1L << 51;

    private static final int COUNT_BITS = 24;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    /** The largest limit; far more than any machine can hold. */
    static final int MAX_LIMIT = (int) COUNT_MASK;

    private static final long NOT_OPEN = PAUSED | HALTED | SUSPENDED | SURPLUS;
    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(Slots.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Limit, alive, flags. */
    private volatile long word;

    Slots(int limit) {
        this.word = limit | HALTED;
    }

    /** Whether a worker may take a job. */
    boolean isOpen() {
        return (word & NOT_OPEN) == 0;
    }

    boolean hasSurplus() {
        return isSet(SURPLUS);
    }

    boolean isSet(long flag) {
        return (word & flag) != 0;
    }

    int limit() {
        return limit(word);
    }

    int alive() {
        return alive(word);
    }

    boolean canReserve() {
        long seen = word;
        return (seen & NOT_OPEN) == 0 && alive(seen) < limit(seen);
    }

    /** Counts one more worker; false if no more may exist now. */
    boolean reserve() {
        for (; ; ) {
            long seen = word;
            if ((seen & NOT_OPEN) != 0 || alive(seen) >= limit(seen)) {
                return false;
            }
            if (update(seen, seen + (1L << COUNT_BITS))) {
                return true;
            }
        }
    }

    /** Counts one worker less. */
    void release() {
        for (; ; ) {
            long seen = word;
            if (update(seen, seen - (1L << COUNT_BITS))) {
                return;
            }
        }
    }

    /** Counts one worker less if it is one too many, or all are; of several workers that ask, only the surplus may go. */
    boolean retireSurplus() {
        for (; ; ) {
            long seen = word;
            if ((seen & (SURPLUS | HALTED)) == 0) {
                return false;
            }
            if (update(seen, seen - (1L << COUNT_BITS))) {
                return true;
            }
        }
    }

    /** Sets the limit; returns the one before. */
    int limit(int limit) {
        for (; ; ) {
            long seen = word;
            if (update(seen, (seen & ~COUNT_MASK) | limit)) {
                return limit(seen);
            }
        }
    }

    void set(long flag) {
        for (; ; ) {
            long seen = word;
            if ((seen & flag) != 0 || update(seen, seen | flag)) {
                return;
            }
        }
    }

    void clear(long flag) {
        for (; ; ) {
            long seen = word;
            if ((seen & flag) == 0 || update(seen, seen & ~flag)) {
                return;
            }
        }
    }

    private boolean update(long seen, long next) {
        long settled = alive(next) > limit(next) ? next | SURPLUS : next & ~SURPLUS;
        return WORD.compareAndSet(this, seen, settled);
    }

    private static int limit(long word) {
        return (int) (word & COUNT_MASK);
    }

    private static int alive(long word) {
        return (int) (word >>> COUNT_BITS & COUNT_MASK);
    }
}
