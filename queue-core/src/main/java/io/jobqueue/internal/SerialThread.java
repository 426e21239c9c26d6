package io.jobqueue.internal;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs user code that must not hold up a worker, one piece after the other in the order it was posted, on a thread of its
 * own, which exists while there is something to run and a little longer.
 *
 * <p>{@link #pending} counts what was posted and has not finished; {@link #running} makes sure that one thread runs it.
 * Who posts after the runner has found the queue empty finds {@code running} false and starts the next; who posts before,
 * is seen by the runner, because it looks again after it has set {@code running} to false.
 */
final class SerialThread implements Executor {

    private static final Logger log = LoggerFactory.getLogger(SerialThread.class);

    private final QueueSettings settings;
    private final String suffix;
    private final Quiet quiet;
    private final Queue<Runnable> posted = new ConcurrentLinkedQueue<>();
    private final AtomicLong pending = new AtomicLong();
    private final AtomicBoolean running = new AtomicBoolean();
    private final Signal signal = new Signal();

    /** Whether the thread stays for a while when it has nothing to do. */
    private volatile boolean lingering = true;

    private volatile @Nullable Thread thread;

    /** With the end of the thread's name, which begins with the queue's. */
    SerialThread(QueueSettings settings, String suffix, Quiet quiet) {
        this.settings = settings;
        this.suffix = suffix;
        this.quiet = quiet;
    }

    /** Runs something after all that was posted before. */
    @Override
    public void execute(Runnable callback) {
        pending.incrementAndGet();
        posted.add(callback);
        signal.raise();
        if (!running.get() && running.compareAndSet(false, true)) {
            startThread();
        }
    }

    private void startThread() {
        Thread runner = settings.serviceThreads().newThread(this::run);
        runner.setName(settings.name() + suffix);
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
