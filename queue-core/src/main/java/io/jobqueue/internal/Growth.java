package io.jobqueue.internal;

import io.jobqueue.memory.MemoryJobs;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How workers come. Whoever holds the pool's search may ask for one, and the dispatcher starts it; it begins with the search, and
 * so asks for the next if it leaves work behind. A burst of short jobs makes few.
 *
 * <p><b>Many workers.</b> Where jobs block and thousands of workers are allowed, a wake-up of the dispatcher for each would cost
 * more than the worker. So from {@link #MANY} on it starts several at once. If workers that were there before have taken jobs
 * since the last time, it then <em>rests</em> for a moment, in which nobody asks: they are back from a short wait, and what
 * they can do needs no new worker.
 *
 * <p>Who does not ask because of the rest has made its job visible before it looked. The dispatcher ends the rest and then looks
 * for jobs, on behalf of all of them; both are volatile, so no job is overlooked.
 */
final class Growth {

    private static final Logger log = LoggerFactory.getLogger(Growth.class);

    private static final int MANY = 64;

    /** How many at once: a part of those that are alive, given as its reciprocal, but not more than this. */
    private static final int SHARE_AT_ONCE = 4;

    private static final int MOST_AT_ONCE = 64;

    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Scheduler scheduler;
    private final Slots slots;
    private final MemoryJobs ready;
    private final WorkerTable table;
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicLong threadNumbers = new AtomicLong();
    private volatile boolean resting;

    // Of the dispatcher alone.

    /** How many jobs had been taken when it last started several workers. */
    private long takenBefore;

    /** How many workers it has started since. */
    private long started;

    Growth(Scheduler scheduler, Slots slots, MemoryJobs ready, WorkerTable table) {
        this.scheduler = scheduler;
        this.slots = slots;
        this.ready = ready;
        this.table = table;
    }

    /** Whether a worker may be asked for. */
    boolean isPossible() {
        return !resting && slots.canReserve();
    }

    /** Asks for a worker, which gets the search of whoever asks. False if there can be none now. */
    boolean ask() {
        if (resting || !slots.reserve()) {
            return false;
        }
        asked.incrementAndGet();
        scheduler.wakeDispatcher();
        return true;
    }

    /** Starts the workers that were asked for. By the dispatcher. */
    void startAsked() {
        while (asked.get() > 0) {
            asked.decrementAndGet();
            if (slots.alive() < MANY) {
                start(true);
            } else {
                startSeveral();
            }
        }
    }

    /** Starts one that was asked for and those that would be asked for next, and rests if old ones take jobs, too. */
    private void startSeveral() {
        long waiting = ready.waiting();
        resting = haveOldOnesTakenJobs(ready.offered() - waiting);
        boolean isStarted = false;
        try {
            long others = Math.min(Math.min(MOST_AT_ONCE, slots.alive() / SHARE_AT_ONCE), waiting) - 1;
            while (others-- > 0 && slots.reserve() && start(false)) {
                // and the next
            }
            isStarted = start(true);
            if (isStarted && resting) {
                LockSupport.parkNanos(this, REST_NANOS);
            }
        } finally {
            resting = false;
        }
        if (isStarted) { // else it is tried again, but not at once
            scheduler.pool.signal();
        }
    }

    /** Whether more jobs were taken since the last time than by the workers that were started then. */
    private boolean haveOldOnesTakenJobs(long taken) {
        boolean haveTaken = taken - takenBefore > started;
        takenBefore = taken;
        started = 0;
        return haveTaken;
    }

    /** Starts a worker in a slot, and maybe with the search, held for it. If there can be no thread, both are given back. */
    private boolean start(boolean search) {
        started++;
        Worker worker = new Worker(scheduler, false);
        worker.searching = search;
        table.add(worker);
        try {
            Thread thread = scheduler.settings.workerThreads().newThread(worker);
            thread.setName(scheduler.name() + "-worker-" + threadNumbers.incrementAndGet());
            worker.thread(thread);
            thread.start();
            scheduler.watchdog.touch();
            return true;
        } catch (Throwable t) {
            table.remove(worker);
            slots.release();
            if (search) {
                scheduler.pool.endSearch();
            }
            log.error(
                    "Queue '{}' could not start a worker, {} are alive; it tries again. Lower worker-count, or raise the"
                            + " limits of memory and threads",
                    scheduler.name(),
                    slots.alive(),
                    t);
            scheduler.retryStartLater();
            return false;
        }
    }

    /** Gives up what was asked for, slots and search. When the dispatcher has ended. */
    void cancelAsked() {
        while (asked.get() > 0) {
            asked.decrementAndGet();
            slots.release();
            scheduler.pool.endSearch();
        }
    }
}
