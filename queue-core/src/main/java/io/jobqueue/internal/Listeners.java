package io.jobqueue.internal;

import io.jobqueue.event.JobEvent;
import io.jobqueue.event.JobListener;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs listeners, and callbacks of jobs that were not ended by their worker, one after the other on a thread of its own,
 * which exists while there is something to run and a little longer.
 *
 * <p>{@link #pending} counts what was posted and has not finished; {@link #running} makes sure that one thread runs it.
 * Who posts after the runner has found the queue empty finds {@code running} false and starts the next; who posts before,
 * is seen by the runner, because it looks again after it has set {@code running} to false.
 */
final class Listeners {

    private static final Logger log = LoggerFactory.getLogger(Listeners.class);

    private final QueueSettings settings;
    private final Quiet quiet;
    private final List<JobListener> listeners = new CopyOnWriteArrayList<>();
    private final Queue<Runnable> posted = new ConcurrentLinkedQueue<>();
    private final AtomicLong pending = new AtomicLong();
    private final AtomicBoolean running = new AtomicBoolean();
    private final Signal signal = new Signal();
    private volatile boolean active;

    /** Whether the thread stays for a while when it has nothing to do. */
    private volatile boolean lingering = true;

    private volatile @Nullable Thread thread;

    Listeners(QueueSettings settings, Quiet quiet) {
        this.settings = settings;
        this.quiet = quiet;
    }

    void add(JobListener listener) {
        listeners.add(listener);
        active = true;
    }

    void remove(JobListener listener) {
        listeners.remove(listener);
        active = !listeners.isEmpty();
    }

    boolean isActive() {
        return active;
    }

    /** Tells all listeners of an event, in the order of the calls. */
    void tell(BiConsumer<JobListener, JobEvent> callback, JobEvent event) {
        execute(() -> {
            for (JobListener listener : listeners) {
                callListener(listener, callback, event);
            }
        });
    }

    private void callListener(JobListener listener, BiConsumer<JobListener, JobEvent> callback, JobEvent event) {
        try {
            callback.accept(listener, event);
        } catch (Throwable t) {
            log.warn("A listener of queue '{}' failed on {}; jobs go on", settings.name(), event, t);
        }
    }

    /** Runs something after all that was posted before. */
    void execute(Runnable callback) {
        pending.incrementAndGet();
        posted.add(callback);
        signal.raise();
        if (!running.get() && running.compareAndSet(false, true)) {
            startThread();
        }
    }

    private void startThread() {
        Thread runner = settings.serviceThreads().newThread(this::run);
        runner.setName(settings.name() + "-listener");
        thread = runner;
        runner.start();
    }

    private void run() {
        do {
            Runnable next = posted.poll();
            while (next != null) {
                runOne(next);
                next = posted.poll();
            }
            if (lingering) {
                signal.await(settings.idleTimeout().toNanos());
            }
        } while (!posted.isEmpty());
        running.set(false);
        if (!posted.isEmpty() && running.compareAndSet(false, true)) {
            startThread();
        }
    }

    private void runOne(Runnable callback) {
        try {
            callback.run();
        } catch (Throwable t) {
            log.warn("A callback of queue '{}' failed; jobs go on", settings.name(), t);
        } finally {
            pending.decrementAndGet();
            quiet.changed();
        }
    }

    /** Whether the thread is kept while it has nothing to do; when not, it ends as soon as it has nothing left. */
    void linger(boolean lingering) {
        this.lingering = lingering;
        signal.raise();
    }

    boolean isDone() {
        return pending.get() == 0;
    }

    boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }
}
