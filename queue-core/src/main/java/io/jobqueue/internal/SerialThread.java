package io.jobqueue.internal;

import io.jobqueue.memory.ReadyRing;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs user code that must not hold up a worker, one piece after the other in the order it was posted, on a thread of its
 * own, which exists while there is something to run and a little longer.
 *
 * <p>{@link #running} makes sure that one thread runs it. Who posts after the runner has found the queue empty finds {@code
 * running} false and starts the next; who posts before, is seen by the runner, because it looks again after it has set
 * {@code running} to false.
 *
 * <p>When it has run everything it first dozes for moments that end by themselves, so that a worker that posts does not pay
 * for waking it while jobs come thick and fast; only then it sleeps until it is woken.
 */
final class SerialThread implements Executor {

    private static final Logger log = LoggerFactory.getLogger(SerialThread.class);
    private static final long DOZE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final int DOZES = 10;

    private final QueueSettings settings;
    private final String suffix;
    private final Quiet quiet;
    private final ReadyRing posted = new ReadyRing();
    private final AtomicBoolean running = new AtomicBoolean();
    private final Signal signal = new Signal();

    /** Whether the thread stays for a while when it has nothing to do. */
    private volatile boolean lingering = true;

    /** Whether the thread looks again by itself, so that nobody needs to wake it. */
    private volatile boolean awake;

    /** How many callbacks have been run. Written by the runner. */
    private final AtomicLong done = new AtomicLong();

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
        posted.offer(callback);
        if (awake) {
            return;
        }
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
            awake = true;
            runWhileBusy();
            awake = false; // who posts from here on wakes this thread; who posted before is seen by the next look
        } while (!posted.isEmpty() || (lingering && signal.await(RunOptions.nanos(settings.idleTimeout()))));
        running.set(false);
        if (!posted.isEmpty() && running.compareAndSet(false, true)) {
            startThread();
        }
    }

    private void runWhileBusy() {
        int dozes = 0;
        while (dozes < DOZES) {
            dozes = runAll() ? 0 : dozes + 1;
            if (!lingering) {
                return;
            }
            LockSupport.parkNanos(this, DOZE_NANOS);
            Thread.interrupted();
        }
    }

    /** Whether there was anything. */
    private boolean runAll() {
        Object next = posted.poll();
        boolean any = next != null;
        while (next != null) {
            runOne((Runnable) next);
            next = posted.poll();
        }
        return any;
    }

    private void runOne(Runnable callback) {
        try {
            callback.run();
        } catch (Throwable t) {
            log.warn("A callback of queue '{}' failed; jobs go on", settings.name(), t);
        } finally {
            done.lazySet(done.get() + 1);
            quiet.changed();
        }
    }

    /** Whether the thread is kept while it has nothing to do; when not, it ends as soon as it has nothing left. */
    void linger(boolean lingering) {
        this.lingering = lingering;
        signal.raise();
    }

    boolean isDone() {
        return done.get() == posted.offered();
    }

    boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }
}
