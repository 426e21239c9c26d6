package io.jobqueue.internal;

import io.jobqueue.memory.MemoryJobs;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a queue: how they find jobs, sleep, wake, come and go.
 *
 * <p><b>Finding jobs.</b> A worker takes its next job from the ready queue itself; nothing is handed over. It looks at
 * {@link Slots#isOpen()} again after it has taken a job, and puts it back if the queue was paused, stopped or shrunk
 * meanwhile: whoever enqueues after {@code updateWorkerCount(0)} has returned can rely on it, because a worker that sees the
 * job also sees what was written before it.
 *
 * <p><b>Waking.</b> At most one worker at a time is <em>searching</em>, that is, awake without a job. Who makes work wakes an
 * idle worker, or {@linkplain Growth asks} for a new one, only if nobody is searching; a searcher that finds a job passes the
 * search on if there is more, so a burst wakes as many workers as it can use, one by one.
 *
 * <p><b>No lost wake-up.</b> A producer makes its job visible (tail of the ring), then reads {@link #searching} and the stack
 * of idle workers. A worker that goes to sleep pushes itself on that stack, gives the search up, and then reads the ring
 * again. All four are volatile, so at least one of the two sees the other; the worker then wakes somebody, maybe itself. Who
 * holds the search and finds nobody to wake gives it up and looks at the stack again, for the worker that went to sleep in
 * between and relied on it.
 */
final class WorkerPool {

    /** How often a searcher looks for work before it sleeps: some microseconds, the price of a wake-up. */
    private static final int SEARCH_LOOKS = 400;

    private static final int RETIRED_AT_FIRST = 16;
    private static final int RETIRED_BY_EACH = 2;

    private static final VarHandle SEARCHING;

    static {
        try {
            SEARCHING = MethodHandles.lookup().findVarHandle(WorkerPool.class, "searching", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Scheduler scheduler;
    private final Slots slots;
    private final MemoryJobs ready;
    private final WorkerTable table;
    private final IdleWorkers idle;
    private final AbandonedThreads abandoned;
    private final Growth growth;

    /** 1 while a worker, or the dispatcher on behalf of a worker to come, holds the search. */
    private volatile int searching;

    WorkerPool(Scheduler scheduler, Slots slots, MemoryJobs ready, WorkerTable table, Growth growth) {
        this.scheduler = scheduler;
        this.slots = slots;
        this.ready = ready;
        this.table = table;
        this.growth = growth;
        this.idle = new IdleWorkers(table);
        this.abandoned = new AbandonedThreads(scheduler.settings, slots);
    }

    // ---- called by workers

    /** The worker's next job; null if its thread is to end. Its slot is released then. */
    @Nullable
    Object next(Worker worker) {
        for (; ; ) {
            Object work = slots.isOpen() ? ready.poll() : null;
            if (work != null) {
                if (slots.isOpen()) {
                    if (worker.searching) {
                        found(worker);
                    }
                    return work;
                }
                ready.putBack(work);
            }
            if (slots.retireSurplus()) {
                retire(worker);
                return null;
            }
            if (!search(worker) && !sleep(worker)) {
                return null;
            }
        }
    }

    private void found(Worker worker) {
        worker.searching = false;
        searching = 0;
        if (!ready.isEmpty()) {
            signal();
        }
    }

    /** Looks for work for a moment, if nobody else does. True if there may be some. */
    private boolean search(Worker worker) {
        worker.lastEndNanos = 0;
        if (!worker.searching) {
            if (searching != 0 || !SEARCHING.compareAndSet(this, 0, 1)) {
                return false;
            }
            worker.searching = true;
        }
        for (int i = 0; i < SEARCH_LOOKS && slots.isOpen(); i++) {
            if (!ready.isEmpty()) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    /** Sleeps until woken. False if it was woken to end. */
    private boolean sleep(Worker worker) {
        boolean searched = worker.searching;
        worker.searching = false; // now: from the push on it belongs to whoever wakes the worker
        worker.countNap();
        worker.attempt.forget();
        worker.wake = Worker.IDLE;
        idle.push(worker);
        if (searched) {
            searching = 0;
        }
        if (!ready.isEmpty()) {
            signal();
        }
        if (slots.hasSurplus()) {
            scheduler.wakeDispatcher(); // it may have retired the idle ones before this one was on the stack
        }
        scheduler.quiet.changed();
        while (worker.wake == Worker.IDLE) {
            LockSupport.park(this);
            Thread.interrupted();
        }
        if (worker.wake == Worker.RETIRE) {
            retireOthers();
            return false;
        }
        scheduler.watchdog.touch();
        return true;
    }

    private void retire(Worker worker) {
        boolean searched = worker.searching;
        worker.searching = false;
        table.remove(worker);
        if (searched) {
            searching = 0;
        }
        signal(); // with it the surplus may have gone that kept an idle worker from the jobs that wait
        scheduler.quiet.changed();
    }

    /** A worker's thread is about to end. */
    void exited(Worker worker) {
        if (worker.attempt.isTaken()) {
            if (abandoned.remove()) {
                signal();
            }
        } else if (worker.isListed && table.remove(worker)) {
            slots.release(); // it died of an error outside of any handler
            signal();
        }
        if (worker.wake != Worker.RETIRE || slots.alive() <= 1) { // of many that end, the last ones matter
            scheduler.quiet.changed();
        }
    }

    /** Many are retired fastest if each one that wakes up for it retires some more. */
    private void retireOthers() {
        for (int i = 0; i < RETIRED_BY_EACH && slots.isSet(Slots.HALTED) && retireIdle(); i++) {
            // and those the next
        }
    }

    // ---- called by producers and by whoever opens the slots

    /** There is work, or somebody may take some now: wakes a worker unless one is searching already. */
    void signal() {
        if (searching == 0 && mayWake()) {
            wakeOne();
        }
    }

    private boolean mayWake() {
        return !idle.isEmpty() || growth.isPossible();
    }

    private void wakeOne() {
        while (slots.isOpen() && !ready.isEmpty() && SEARCHING.compareAndSet(this, 0, 1)) {
            Worker worker = idle.pop();
            if (worker != null) {
                wake(worker);
                return;
            }
            if (growth.ask()) {
                return;
            }
            searching = 0;
            if (!mayWake()) {
                return;
            }
        }
    }

    private static void wake(Worker worker) {
        worker.searching = true;
        worker.wake = Worker.BUSY;
        LockSupport.unpark(worker.thread());
    }

    // ---- called by whoever ends an attempt from outside

    /**
     * Gives up the thread of a worker whose attempt was {@linkplain Attempt#take taken}: counts it, ends its job, frees its
     * slot and interrupts it. The thread runs no other job, so the interrupt can hit none.
     *
     * @param ending ends the job; who hears of that finds the thread counted
     */
    void abandon(Worker worker, Runnable ending) {
        if (worker.isCaller) {
            ending.run();
            return;
        }
        abandoned.add();
        try {
            ending.run();
        } finally {
            table.remove(worker);
            slots.release();
            Thread thread = worker.thread();
            if (thread != null) {
                thread.interrupt();
            }
            signal();
            scheduler.quiet.changed();
        }
    }

    // ---- called by the dispatcher

    /** Retires idle workers while there are too many. */
    void retireTooMany() {
        while (slots.alive() > slots.limit() && retireIdle()) {
            // until there are no more
        }
    }

    /** Retires one idle worker if there are more workers than the limit allows. False if none is idle. */
    private boolean retireIdle() {
        Worker worker = idle.pop();
        if (worker == null) {
            return false;
        }
        boolean surplus = slots.retireSurplus();
        if (surplus) {
            end(worker);
        } else {
            idle.push(worker);
        }
        signal(); // a producer may have met neither the worker that was popped nor its slot
        return surplus;
    }

    private void end(Worker worker) {
        table.remove(worker);
        worker.wake = Worker.RETIRE;
        LockSupport.unpark(worker.thread());
    }

    /** Retires the workers that have slept through the last looks. Returns whether any worker is idle. */
    boolean retireSleepers(int looks) {
        int[] count = {0, 0};
        table.forEach(worker -> {
            boolean sleeps = worker.wake == Worker.IDLE;
            boolean through = sleeps && worker.seenNap == worker.naps();
            worker.seenNap = worker.naps();
            worker.seenIdle = through ? worker.seenIdle + 1 : 0;
            count[0] += sleeps ? 1 : 0;
            count[1] += worker.seenIdle >= looks ? 1 : 0;
        });
        for (int i = 0; i < count[1]; i++) {
            Worker worker = idle.pop();
            if (worker == null) {
                break;
            }
            slots.release();
            end(worker);
        }
        signal(); // a producer may have met neither the worker that was popped nor its slot
        return count[0] > count[1];
    }

    /** Begins to end all idle workers; those that wake up end the others, and busy ones end by themselves. */
    void retireAll() {
        for (int i = 0; i < RETIRED_AT_FIRST && retireIdle(); i++) {
            // the slots are halted, so each of them retires some more
        }
    }

    /** Gives up the search that was held for a worker to come. */
    void endSearch() {
        searching = 0;
    }

    // ---- numbers

    int abandoned() {
        return abandoned.count();
    }

    /** How many workers have, or are looking for, a job, not counting one. */
    int busyExcept(@Nullable Worker except) {
        int[] busy = {0};
        table.forEach(worker -> busy[0] += worker.isBusy() && worker != except ? 1 : 0);
        return busy[0];
    }

    int idle() {
        int[] count = {0};
        table.forEach(worker -> count[0] += worker.isBusy() ? 0 : 1);
        return count[0];
    }

    /** The worker that runs on the current thread. */
    @Nullable
    Worker current() {
        Thread current = Thread.currentThread();
        Worker[] found = {null};
        table.forEach(worker -> found[0] = worker.thread() == current ? worker : found[0]);
        return found[0];
    }
}
