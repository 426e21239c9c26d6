package io.jobqueue.internal;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All workers that have a slot or run on a caller's thread, by index. Changes are rare and locked; reads are not. */
final class WorkerTable {

    private static final int SPINS = 100;

    private final ReentrantLock lock = new ReentrantLock();
    private final Counters counters;

    /** Replaced, under the lock, by a larger one when it is full. */
    private volatile AtomicReferenceArray<@Nullable Worker> workers = new AtomicReferenceArray<>(16);

    /** Guarded by {@link #lock}: places below {@link #used} that are free, and how many. */
    private int[] free = new int[16];

    private int freeCount;

    /** Places from here on have never been used. */
    private volatile int used;

    WorkerTable(Counters counters) {
        this.counters = counters;
    }

    void add(Worker worker) {
        lock();
        try {
            int index = freeCount == 0 ? used : free[--freeCount];
            worker.index = index;
            if (index == workers.length()) {
                workers = larger(workers);
            }
            workers.set(index, worker);
            worker.isListed = true;
            used = Math.max(used, index + 1);
        } finally {
            lock.unlock();
        }
    }

    private static AtomicReferenceArray<@Nullable Worker> larger(AtomicReferenceArray<@Nullable Worker> full) {
        Worker[] copy = new Worker[full.length() * 2];
        Arrays.setAll(copy, i -> i < full.length() ? full.get(i) : null);
        return new AtomicReferenceArray<>(copy);
    }

    /** A few looks first: the lock is held for nanoseconds, and a thread that parks for it takes microseconds. */
    private void lock() {
        for (int i = 0; i < SPINS; i++) {
            if (lock.tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        lock.lock();
    }

    /** Removes a worker and keeps its count. False if it was removed before. */
    boolean remove(Worker worker) {
        lock();
        try {
            if (workers.get(worker.index) != worker) {
                return false;
            }
            workers.set(worker.index, null);
            if (freeCount == free.length) {
                free = Arrays.copyOf(free, freeCount * 2);
            }
            free[freeCount++] = worker.index;
            worker.isListed = false;
            counters.succeededBefore.addAndGet(worker.succeeded());
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    Worker get(int index) {
        return workers.get(index);
    }

    void forEach(Consumer<Worker> action) {
        AtomicReferenceArray<@Nullable Worker> now = workers;
        int end = Math.min(used, now.length());
        for (int i = 0; i < end; i++) {
            Worker worker = now.get(i);
            if (worker != null) {
                action.accept(worker);
            }
        }
    }

    /** All successes, of present workers and of those before. */
    long succeeded() {
        lock.lock();
        try {
            long[] sum = {counters.succeededBefore.get()};
            forEach(worker -> sum[0] += worker.succeeded());
            return sum[0];
        } finally {
            lock.unlock();
        }
    }
}
