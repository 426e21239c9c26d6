package io.jobqueue.memory;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The dead jobs that are kept, up to a limit; the oldest go first. Any thread. */
final class DeadJobs {

    private final ReentrantLock lock = new ReentrantLock();
    private final int limit;

    /** Guarded by {@link #lock}. */
    private final Set<StoredJob> jobs = new LinkedHashSet<>();

    DeadJobs(int limit) {
        this.limit = limit;
    }

    /** Keeps a job; returns one that no longer has room. */
    @Nullable
    StoredJob add(StoredJob job) {
        lock.lock();
        try {
            jobs.add(job);
            if (jobs.size() <= limit) {
                return null;
            }
            Iterator<StoredJob> oldestFirst = jobs.iterator();
            StoredJob oldest = oldestFirst.next();
            oldestFirst.remove();
            return oldest;
        } finally {
            lock.unlock();
        }
    }

    void remove(StoredJob job) {
        lock.lock();
        try {
            jobs.remove(job);
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return jobs.size();
        } finally {
            lock.unlock();
        }
    }
}
