package io.jobqueue.internal;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The thread that knows the time: ends overdue attempts, and makes delayed jobs of the memory backend ready when they are
 * due.
 *
 * <p>It looks at all workers, then sleeps until the earliest deadline it saw. While any worker is busy it looks once per
 * {@link #TICK}, which is how it measures attempts that carry no start time, and finds far deadlines; with nobody busy and
 * nothing delayed it sleeps for good. A worker that starts an attempt with a near deadline wakes it if that comes before
 * {@link #plannedNanos}. Neither misses the other: the worker writes its deadline before it reads the plan, and the watchdog
 * writes "no plan" before it reads deadlines.
 */
final class Watchdog implements Runnable {

    /** How exactly it measures timeouts of attempts without a start time. */
    static final long TICK = TimeUnit.SECONDS.toNanos(1);

    /** It looks at an attempt in time, without being told, if its deadline is this far away. */
    static final long SEEN_IN_TIME = 3 * TICK;

    private final Scheduler scheduler;
    private final Signal signal = new Signal();
    private volatile boolean stopped;
    private volatile long plannedNanos = Long.MAX_VALUE;
    private volatile @Nullable Thread thread;

    // Of one look.
    private long nextNanos;
    private boolean anyBusy;

    Watchdog(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    void start() {
        stopped = false;
        Thread started = scheduler.settings.serviceThreads().newThread(this);
        started.setName(scheduler.name() + "-watchdog");
        thread = started;
        started.start();
    }

    @Nullable
    Thread stop() {
        stopped = true;
        signal.raise();
        return thread;
    }

    /** There is something new to look at. */
    void look() {
        signal.raise();
    }

    /** Something is due, or overdue, at this time; it was written by the calling thread. */
    void wakeBy(long nanos) {
        VarHandle.fullFence();
        if (nanos < plannedNanos) {
            signal.raise();
        }
    }

    /** A worker has become busy. */
    void touch() {
        if (plannedNanos == Long.MAX_VALUE) {
            signal.raise();
        }
    }

    @Override
    public void run() {
        while (!stopped) {
            plannedNanos = Long.MAX_VALUE;
            long now = scheduler.now();
            long next = lookNow(now);
            plannedNanos = next;
            signal.await(next == Long.MAX_VALUE ? next : next - now);
        }
    }

    /** Does what is due. Returns when to look again. */
    private long lookNow(long now) {
        try {
            scheduler.promoteDue(now);
            nextNanos = scheduler.ready.nextDueNanos();
            anyBusy = false;
            scheduler.table.forEach(worker -> look(worker, now));
        } catch (Throwable t) {
            scheduler.outcomes.unexpected("the watchdog", t);
            return RunOptions.after(now, TICK);
        }
        return anyBusy ? Math.min(nextNanos, RunOptions.after(now, TICK)) : nextNanos;
    }

    private void look(Worker worker, long now) {
        if (!worker.isBusy()) {
            return;
        }
        anyBusy = true;
        long ticket = worker.attempt.openTicket();
        if (ticket == Attempt.NO_TICKET) {
            return;
        }
        long deadline = worker.attempt.deadlineNanos(ticket, now, scheduler.defaultTimeoutNanos());
        if (now >= deadline && deadline != Attempt.NO_DEADLINE) {
            scheduler.outcomes.expire(worker, ticket);
        } else {
            nextNanos = Math.min(nextNanos, deadline);
        }
    }
}
