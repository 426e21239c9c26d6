package io.jobqueue.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Jobs that wait for a time, by due time. Any thread; every method is short. */
final class DelayedJobs {

    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by {@link #lock}. */
    private final TreeSet<MemoryJob> byDueTime = new TreeSet<>(
            Comparator.<MemoryJob>comparingLong(MemoryJob::readyNanos).thenComparingLong(MemoryJob::order));

    private volatile int size;

    /** Whether the job is now the first to become due. */
    boolean add(MemoryJob job) {
        lock.lock();
        try {
            byDueTime.add(job);
            size = byDueTime.size();
            return byDueTime.first() == job;
        } finally {
            lock.unlock();
        }
    }

    boolean remove(MemoryJob job) {
        lock.lock();
        try {
            boolean removed = byDueTime.remove(job);
            size = byDueTime.size();
            return removed;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the first job if it is due. */
    @Nullable
    MemoryJob pollDue(long nowNanos) {
        if (size == 0) {
            return null;
        }
        lock.lock();
        try {
            if (byDueTime.isEmpty() || byDueTime.first().readyNanos() > nowNanos) {
                return null;
            }
            MemoryJob job = byDueTime.pollFirst();
            size = byDueTime.size();
            return job;
        } finally {
            lock.unlock();
        }
    }

    /** When the first job becomes due; {@link Long#MAX_VALUE} if there is none. */
    long nextDueNanos() {
        if (size == 0) {
            return Long.MAX_VALUE;
        }
        lock.lock();
        try {
            return byDueTime.isEmpty() ? Long.MAX_VALUE : byDueTime.first().readyNanos();
        } finally {
            lock.unlock();
        }
    }

    List<MemoryJob> removeAll() {
        lock.lock();
        try {
            List<MemoryJob> all = new ArrayList<>(byDueTime);
            byDueTime.clear();
            size = 0;
            return all;
        } finally {
            lock.unlock();
        }
    }

    int size() {
        return size;
    }
}
