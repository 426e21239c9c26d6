package io.jobqueue.test;

import io.jobqueue.QueueStats;
import io.jobqueue.event.JobEvent;
import io.jobqueue.event.JobListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Remembers what happened to jobs. Events arrive on the queue's listener thread a moment after the fact; who reads waits
 * until as many have arrived as the queue's counters say.
 */
final class EventRecorder implements JobListener {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();

    // Guarded by lock.
    private final Map<String, String> names = new HashMap<>();
    private final List<JobEvent> retried = new ArrayList<>();
    private final List<JobEvent> ended = new ArrayList<>();

    @Override
    public void submitted(JobEvent event) {
        String id = event.id();
        note(() -> {
            if (id != null) {
                names.put(id, event.name());
            }
        });
    }

    @Override
    public void retried(JobEvent event) {
        note(() -> retried.add(event));
    }

    @Override
    public void completed(JobEvent event) {
        note(() -> ended.add(event));
    }

    private void note(Runnable change) {
        lock.lock();
        try {
            change.run();
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    String nameOf(String id) {
        lock.lock();
        try {
            await(() -> names.containsKey(id), "the submission of " + id);
            return names.getOrDefault(id, "");
        } finally {
            lock.unlock();
        }
    }

    List<JobEvent> retried(QueueStats stats) {
        lock.lock();
        try {
            await(() -> retried.size() >= stats.retried(), stats.retried() + " retries");
            return List.copyOf(retried);
        } finally {
            lock.unlock();
        }
    }

    List<JobEvent> ended(QueueStats stats) {
        long expected = stats.succeeded() + stats.failed() + stats.timedOut() + stats.cancelled();
        lock.lock();
        try {
            await(() -> ended.size() >= expected, expected + " completions");
            return List.copyOf(ended);
        } finally {
            lock.unlock();
        }
    }

    private void await(BooleanSupplier condition, String what) {
        long left = PATIENCE_NANOS;
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    throw new IllegalStateException(
                            "the queue did not tell of " + what + "; is a listener of yours stuck?");
                }
                left = arrived.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the queue to tell of " + what, e);
        }
    }
}
