package io.jobqueue.internal;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All workers that have a slot or run on a caller's thread, by index. Changes are rare and locked; reads are not. */
final class WorkerTable {

    private final ReentrantLock lock = new ReentrantLock();
    private final Counters counters;

    /** Replaced, under the lock, by a larger one when it is full. */
    private volatile AtomicReferenceArray<@Nullable Worker> workers = new AtomicReferenceArray<>(16);

    /** Guarded by {@link #lock}: places below {@link #used} that are free. */
    private final Deque<Integer> free = new ArrayDeque<>();

    /** Places from here on have never been used. */
    private volatile int used;

    WorkerTable(Counters counters) {
        this.counters = counters;
    }

    void add(Worker worker) {
        lock.lock();
        try {
            Integer place = free.poll();
            int index = place == null ? used : place;
            worker.index = index;
            if (index == workers.length()) {
                workers = larger(workers);
            }
            workers.set(index, worker);
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

    /** Removes a worker and keeps its count. False if it was removed before. */
    boolean remove(Worker worker) {
        lock.lock();
        try {
            if (workers.get(worker.index) != worker) {
                return false;
            }
            workers.set(worker.index, null);
            free.add(worker.index);
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
