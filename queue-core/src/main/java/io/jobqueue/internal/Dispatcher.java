package io.jobqueue.internal;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one thread of a queue that creates and retires workers, and that claims jobs from a storing backend.
 *
 * <p>With the memory backend it sleeps most of the time, since producers and workers find each other without it.
 */
final class Dispatcher implements Runnable {

    private static final long RETRY_START_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Idle workers are looked at this often per idle timeout, and go when they slept through as many looks. */
    private static final int LOOKS_PER_IDLE_TIMEOUT = 2;

    private final Scheduler scheduler;
    private final @Nullable Claims claims;
    private final Signal signal = new Signal();
    private final long lookNanos;
    private volatile boolean stopped;
    private volatile boolean startFailed;
    private volatile @Nullable Thread thread;
    private long lookedNanos;

    Dispatcher(Scheduler scheduler, @Nullable Claims claims) {
        this.scheduler = scheduler;
        this.claims = claims;
        this.lookNanos = Math.max(1, RunOptions.nanos(scheduler.settings.idleTimeout()) / LOOKS_PER_IDLE_TIMEOUT);
    }

    void start() {
        stopped = false;
        Thread started = scheduler.settings.serviceThreads().newThread(this);
        started.setName(scheduler.name() + "-dispatcher");
        thread = started;
        started.start();
    }

    /** Asks the thread to end. Returns it. */
    @Nullable
    Thread stop() {
        stopped = true;
        wake();
        return thread;
    }

    /** Makes the dispatcher look at what it has to do. */
    void wake() {
        signal.raise();
        if (claims != null) {
            claims.interruptWait();
        }
    }

    void retryStartLater() {
        startFailed = true;
    }

    @Override
    public void run() {
        lookedNanos = System.nanoTime();
        signal.lower();
        while (!stopped) { // looked at after the signal was lowered, so that a stop is not lost with it
            try {
                scheduler.growth.startAsked();
                scheduler.pool.retireTooMany();
                long rest = upkeep();
                if (claims == null) {
                    signal.await(rest);
                } else {
                    claims.claim(signal, rest);
                }
            } catch (Throwable t) {
                scheduler.outcomes.unexpected("the dispatcher", t);
                signal.await(RETRY_START_NANOS);
            }
            signal.lower();
        }
        scheduler.growth.cancelAsked();
    }

    /** Retires sleepers, tries failed starts again. Returns how long the dispatcher may rest. */
    private long upkeep() {
        if (startFailed) {
            startFailed = false;
            signal.await(RETRY_START_NANOS);
            scheduler.pool.signal();
            return RETRY_START_NANOS;
        }
        if (scheduler.slots.alive() == 0) {
            return Long.MAX_VALUE;
        }
        long now = System.nanoTime();
        if (now - lookedNanos >= lookNanos) {
            lookedNanos = now;
            scheduler.pool.retireSleepers(LOOKS_PER_IDLE_TIMEOUT);
        }
        return Math.max(1, lookedNanos + lookNanos - now);
    }
}
