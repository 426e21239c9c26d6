package io.jobqueue.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The idle workers, last in first out, so that the warmest works and the rest can retire. A Treiber stack of indexes into
 * the {@link WorkerTable}; the top carries a version that every change advances, so that a worker that was popped and pushed
 * again meanwhile is not taken for one that stayed.
 */
final class IdleWorkers {

    private static final int INDEX_BITS = 32;
    private static final long INDEX_MASK = (1L << INDEX_BITS) - 1;
    private static final VarHandle TOP;

    static {
        try {
            TOP = MethodHandles.lookup().findVarHandle(IdleWorkers.class, "top", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final WorkerTable table;

    /** Version, then the index of the top worker + 1, or 0 if the stack is empty. */
    private volatile long top;

    IdleWorkers(WorkerTable table) {
        this.table = table;
    }

    boolean isEmpty() {
        return (top & INDEX_MASK) == 0;
    }

    void push(Worker worker) {
        for (; ; ) {
            long seen = top;
            worker.below = (int) seen;
            if (TOP.compareAndSet(this, seen, next(seen, worker.index + 1))) {
                return;
            }
        }
    }

    @Nullable
    Worker pop() {
        for (; ; ) {
            long seen = top;
            int index = (int) seen;
            if (index == 0) {
                return null;
            }
            Worker worker = table.get(index - 1);
            // No worker there means that the top has changed since it was read, and the exchange would fail.
            if (worker != null && TOP.compareAndSet(this, seen, next(seen, worker.below))) {
                return worker;
            }
        }
    }

    private static long next(long seen, int index) {
        return ((seen >>> INDEX_BITS) + 1) << INDEX_BITS | index;
    }
}
