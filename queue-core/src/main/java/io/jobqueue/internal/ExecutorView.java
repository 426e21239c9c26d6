package io.jobqueue.internal;

import io.jobqueue.JobRejectedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A queue as an {@link java.util.concurrent.ExecutorService}, with the JDK's meaning of every method; shutting it down ends
 * the view alone. Any thread.
 */
final class ExecutorView extends AbstractExecutorService {

    private final String queue;
    private final Consumer<Runnable> target;
    private final Set<Entry> unfinished = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition finished = lock.newCondition();
    private volatile boolean shutdown;

    ExecutorView(String queue, Consumer<Runnable> target) {
        this.queue = queue;
        this.target = target;
    }

    @Override
    public void execute(Runnable command) {
        Entry entry = new Entry(Objects.requireNonNull(command, "command"));
        unfinished.add(entry);
        if (shutdown) { // after the entry can be seen: who shuts down sees it, or it sees the shutdown
            remove(entry);
            throw new RejectedExecutionException("this view of queue '" + queue + "' was shut down");
        }
        try {
            target.accept(entry);
        } catch (JobRejectedException e) {
            remove(entry);
            throw new RejectedExecutionException(e.getMessage(), e);
        }
    }

    @Override
    public void shutdown() {
        shutdown = true;
        signalIfDone();
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        List<Runnable> neverStarted = new ArrayList<>();
        List<Entry> started = new ArrayList<>();
        for (Entry entry : unfinished) {
            if (entry.taken.compareAndSet(false, true)) {
                neverStarted.add(entry.command);
                remove(entry);
            } else {
                started.add(entry);
            }
        }
        started.forEach(Entry::interrupt); // last: whoever ends by it makes room for one that had not started
        return neverStarted;
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown && unfinished.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long left = unit.toNanos(timeout);
        lock.lockInterruptibly();
        try {
            while (!isTerminated()) {
                if (left <= 0) {
                    return false;
                }
                left = finished.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void remove(Entry entry) {
        unfinished.remove(entry);
        signalIfDone();
    }

    private void signalIfDone() {
        if (isTerminated()) {
            lock.lock();
            try {
                finished.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** A command on its way through the queue. */
    private final class Entry implements Runnable {

        private final Runnable command;
        private final AtomicBoolean taken = new AtomicBoolean();
        private final ReentrantLock running = new ReentrantLock();
        private @Nullable Thread thread; // guarded by running

        Entry(Runnable command) {
            this.command = command;
        }

        @Override
        public void run() {
            if (!taken.compareAndSet(false, true)) {
                return;
            }
            runsOn(Thread.currentThread());
            try {
                command.run();
            } finally {
                runsOn(null); // an interrupt is delivered before, or not at all
                remove(this);
            }
        }

        private void runsOn(@Nullable Thread current) {
            running.lock();
            try {
                thread = current;
            } finally {
                running.unlock();
            }
        }

        void interrupt() {
            running.lock();
            try {
                if (thread != null) {
                    thread.interrupt();
                }
            } finally {
                running.unlock();
            }
        }
    }
}
