package io.jobqueue.internal;

import io.jobqueue.DrainReport;
import io.jobqueue.QueueClosedException;
import io.jobqueue.QueueState;
import io.jobqueue.memory.MemoryJob;
import io.jobqueue.memory.StoredJob;
import io.jobqueue.spi.QueueCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a queue comes to rest. Used once per stop or drain, by the thread that does it; {@link #sweep} by late producers too.
 *
 * <p>Every wait is bounded by the time limit, or after that by the grace period, and none holds a lock. A handler that stops
 * its own queue is not waited for.
 */
final class Shutdown {

    private static final Logger log = LoggerFactory.getLogger(Shutdown.class);

    /** How long a thread of the queue itself may take to end after it has been told; it has nothing left to do. */
    private static final long JOIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Scheduler scheduler;
    private volatile boolean swept;

    Shutdown(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Whether the queue has been emptied for good; who offers a job after that must sweep. */
    boolean isSwept() {
        return swept;
    }

    /** Notes what has been counted so far. Before handlers can see that the queue is stopping, and end because of it. */
    Tally beginTally() {
        return new Tally(scheduler);
    }

    /** Stops; the state is {@link QueueState#STOPPING}. What waits is kept. */
    DrainReport stop(Tally tally, Duration timeout, boolean started) {
        long until = RunOptions.after(System.nanoTime(), RunOptions.nanos(timeout));
        scheduler.slots.set(Slots.HALTED);
        endRunning(tally, until);
        if (started) {
            endThreads(tally, until);
        }
        awaitUserCode(until);
        return tally.report(left());
    }

    /** Drains; the state is {@link QueueState#STOPPING} and nothing new is accepted. */
    DrainReport drain(Tally tally, Duration timeout, boolean started) {
        long until = RunOptions.after(System.nanoTime(), RunOptions.nanos(timeout));
        if (scheduler.claims == null) {
            endDelayed(tally.lost);
            await(() -> hasFinished(tally.self, started), until);
        }
        scheduler.slots.set(Slots.HALTED);
        endRunning(tally, until);
        if (started) {
            endThreads(tally, until);
        }
        swept = true;
        if (scheduler.claims == null) {
            sweep(null, tally.lost);
        }
        awaitUserCode(until);
        if (scheduler.claims != null && !started) {
            join(scheduler.claims.sampler.stop()); // for the report
        }
        closeBackend(until);
        return tally.report(scheduler.claims == null ? 0 : left());
    }

    /** Whether the backlog is done, or cannot be because nothing starts. */
    private boolean hasFinished(@Nullable Worker self, boolean started) {
        boolean canRun = started && scheduler.slots.limit() > 0 && !scheduler.slots.isSet(Slots.PAUSED);
        boolean nothingWaits = scheduler.ready.waiting() == 0 && !scheduler.ready.isMoving();
        return scheduler.pool.busyExcept(self) == 0
                && (nothingWaits || !canRun)
                && scheduler.pool.busyExcept(self) == 0;
    }

    /** Lets running jobs come to an end until the limit, interrupts the rest, and gives up what is left after the grace. */
    private void endRunning(Tally tally, long until) {
        scheduler.pool.retireAll();
        scheduler.wakeDispatcher();
        if (scheduler.claims != null) {
            tally.handedBack = scheduler.claims.handBack();
        }
        BooleanSupplier allEnded = () -> scheduler.pool.busyExcept(tally.self) == 0;
        if (await(allEnded, until)) {
            return;
        }
        List<Worker> late = new ArrayList<>();
        scheduler.table.forEach(worker -> {
            if (worker.isBusy() && worker != tally.self && interrupt(worker)) {
                late.add(worker);
            }
        });
        await(allEnded, RunOptions.after(System.nanoTime(), RunOptions.nanos(scheduler.settings.drainGrace())));
        for (Worker worker : late) {
            Object work = scheduler.outcomes.giveUp(worker);
            if (work == null) {
                tally.interrupted++;
            } else {
                tally.abandoned++;
                tally.lost.add(labelOf(work));
            }
        }
    }

    /** The slots are halted: the thread runs no other job that the interrupt could hit. */
    private static boolean interrupt(Worker worker) {
        Thread thread = worker.thread();
        if (thread == null || worker.attempt.openTicket() == Attempt.NO_TICKET) {
            return false;
        }
        if (worker.attempt.work() instanceof Run run) {
            run.cutShort();
        }
        thread.interrupt();
        return true;
    }

    private void endThreads(Tally tally, long until) {
        BooleanSupplier allGone = () -> {
            scheduler.pool.retireAll(); // again: a worker may have been on its way to sleep when the slots were halted
            return scheduler.slots.alive() == (tally.self == null ? 0 : 1);
        };
        await(allGone, System.nanoTime() + JOIN_NANOS);
        Thread dispatcher = scheduler.dispatcher.stop();
        if (scheduler.claims != null && dispatcher != null) {
            dispatcher.interrupt(); // it may wait in the backend
        }
        join(dispatcher);
        if (scheduler.claims != null) {
            endClaims(scheduler.claims, tally, until);
        }
        join(scheduler.watchdog.stop());
    }

    /** Lets the backend hear all that it has not heard yet, as far as the time goes. */
    private void endClaims(Claims claims, Tally tally, long until) {
        claims.handBack(); // what was claimed while it was being stopped
        long end = Math.max(until, System.nanoTime() + JOIN_NANOS);
        if (!await(claims.settler::isDone, end)) {
            tally.unsettled.addAll(claims.unsettled());
            log.warn(
                    "Queue '{}': the backend could not be told how these jobs ended, they will run again: {}",
                    scheduler.name(),
                    tally.unsettled);
        }
        join(claims.settler.stop());
        join(claims.sampler.stop());
        claims.reachability.forget();
    }

    private void join(@Nullable Thread thread) {
        join(thread, JOIN_NANOS);
    }

    private void join(@Nullable Thread thread, long nanos) {
        if (thread == null || thread == Thread.currentThread()) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            thread.join(TimeUnit.NANOSECONDS.toMillis(nanos));
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (thread.isAlive()) {
            log.warn("Queue '{}': thread {} does not end; it is left behind", scheduler.name(), thread.getName());
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Empties the memory for good. True if one's own job was in it; that one is not counted. */
    boolean sweep(@Nullable Object own) {
        return sweep(own, new ArrayList<>());
    }

    private boolean sweep(@Nullable Object own, List<String> lost) {
        boolean found = false;
        for (Object work = scheduler.ready.poll(); work != null; work = scheduler.ready.poll()) {
            if (work == own) {
                found = true;
            } else if (work instanceof MemoryJob job) {
                endWaiting(job, lost);
            } else {
                scheduler.counters.discarded.increment();
                lost.add(labelOf(work));
            }
        }
        endDelayed(lost);
        return found;
    }

    /** Nothing delayed runs any more: who waits for a retry has failed, who waits for a first time is discarded. */
    private void endDelayed(List<String> lost) {
        for (MemoryJob job : scheduler.ready.claimDelayed()) {
            endClaimed(job, lost);
        }
    }

    private void endWaiting(MemoryJob job, List<String> lost) {
        if (job.begin()) {
            job.releasePermit();
            endClaimed(job, lost);
        } else {
            scheduler.ready.skipGone();
        }
    }

    private void endClaimed(MemoryJob job, List<String> lost) {
        if (job.failedAttempts() > 0) {
            scheduler.outcomes.failedWaiting(job);
        } else {
            lost.add(labelOf(job));
            discard(job);
        }
    }

    private void discard(MemoryJob job) {
        scheduler.counters.discarded.increment();
        scheduler.ready.finish(job);
        JobFuture<?> future = job instanceof TaskJob task ? task.future : null;
        if (future != null) {
            QueueClosedException error =
                    new QueueClosedException("queue '" + scheduler.name() + "' was closed before the task could run");
            scheduler.callbacks.execute(() -> future.completeExceptionally(error));
        }
    }

    /** Waits for listeners and callbacks, and lets their threads end. */
    private void awaitUserCode(long until) {
        long grace = RunOptions.after(System.nanoTime(), RunOptions.nanos(scheduler.settings.drainGrace()));
        for (SerialThread thread : List.of(scheduler.callbacks, scheduler.listenerThread)) {
            if (!thread.isOwnThread() && !await(thread::isDone, Math.max(until, grace))) {
                log.warn("Queue '{}': a listener or callback is still running at the time limit", scheduler.name());
            }
            thread.linger(false);
        }
    }

    /** A remote backend is closed on a thread that can be left behind. */
    private void closeBackend(long until) {
        if (scheduler.claims == null) {
            closeBackend();
            return;
        }
        Thread closer = scheduler.settings.serviceThreads().newThread(this::closeBackend);
        closer.setName(scheduler.name() + "-closer");
        closer.start();
        join(closer, Math.max(JOIN_NANOS, until - System.nanoTime()));
    }

    private void closeBackend() {
        try {
            scheduler.settings.backend().close();
        } catch (RuntimeException e) {
            log.warn("Queue '{}': closing the backend failed", scheduler.name(), e);
        }
    }

    private long left() {
        if (scheduler.claims == null) {
            return scheduler.ready.waiting() + scheduler.ready.delayed();
        }
        QueueCounts counts = scheduler.claims.sampler.counts();
        return counts.waiting() + counts.delayed();
    }

    /** Waits; an interrupt of the closing thread does not end the wait, but is kept. */
    private boolean await(BooleanSupplier condition, long until) {
        boolean interrupted = false;
        try {
            for (; ; ) {
                try {
                    return scheduler.quiet.await(condition, until);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static String labelOf(Object work) {
        if (work instanceof StoredJob job) {
            return job.record().id();
        }
        if (work instanceof TaskJob task) {
            return task.className();
        }
        if (work instanceof MessageRun run) {
            return run.id();
        }
        return work instanceof TaskRun run ? run.className() : TaskJob.className(work);
    }

    /** What was counted before, and what the shutdown itself did. */
    static final class Tally {

        final Scheduler scheduler;
        final @Nullable Worker self;
        final List<String> lost = new ArrayList<>();
        final List<String> unsettled = new ArrayList<>();
        final long begunNanos = System.nanoTime();
        final long succeededBefore;
        final long failedBefore;
        final long discardedBefore;
        long interrupted;
        long abandoned;
        long handedBack;

        private Tally(Scheduler scheduler) {
            this.scheduler = scheduler;
            this.self = scheduler.pool.current();
            this.succeededBefore = scheduler.table.succeeded();
            this.failedBefore = failed();
            this.discardedBefore = scheduler.counters.discarded.sum();
        }

        private long failed() {
            Counters counters = scheduler.counters;
            return counters.failed() + counters.timedOut() + counters.cancelled();
        }

        DrainReport report(long left) {
            lost.addAll(unsettled);
            return new DrainReport(
                    scheduler.table.succeeded() - succeededBefore,
                    failed() - failedBefore - abandoned,
                    interrupted,
                    abandoned,
                    Math.max(left, handedBack),
                    scheduler.counters.discarded.sum() - discardedBefore,
                    unsettled.size(),
                    lost,
                    Duration.ofNanos(System.nanoTime() - begunNanos));
        }
    }
}
