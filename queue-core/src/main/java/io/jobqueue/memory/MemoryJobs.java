package io.jobqueue.memory;

import io.jobqueue.spi.JobRecord;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that a process holds in memory: what is ready, what is delayed, what is dead, and an index of messages by id. For
 * the scheduler of this library, whose producers and workers meet here without a dispatcher between them, and for {@link
 * MemoryBackend}, which puts claims with leases on top. Any thread.
 */
public final class MemoryJobs {

    private final LongSupplier nanoClock;
    private final ReadyJobs ready = new ReadyJobs();
    private final DelayedJobs delayed = new DelayedJobs();
    private final DeadJobs dead;
    private final Map<String, StoredJob> index = new ConcurrentHashMap<>();
    private final AtomicLong orders = new AtomicLong();

    /** Jobs on the way from delayed to ready. */
    private final AtomicInteger inTransit = new AtomicInteger();

    /** Told when a job became ready other than by the scheduler itself. */
    private volatile Runnable readyHook = () -> {};

    /** Cancels a message that runs; returns whether it did. By itself it can only be taken from its claimer. */
    private volatile Predicate<StoredJob> runningCanceller = this::revoke;

    /** Told of a message that waited or was delayed, and was removed other than by the scheduler itself. */
    private volatile Consumer<StoredJob> removedHook = job -> {};

    /**
     * An empty store.
     *
     * @param nanoClock like {@link System#nanoTime()}
     * @param deadLimit how many dead jobs are kept; when one more dies the oldest goes
     */
    public MemoryJobs(LongSupplier nanoClock, int deadLimit) {
        if (deadLimit < 0) {
            throw new IllegalArgumentException("dead-limit: " + deadLimit + " must be zero or more");
        }
        this.nanoClock = nanoClock;
        this.dead = new DeadJobs(deadLimit);
    }

    // ---- work in general

    /** Sets what is told when a job became ready other than by the scheduler itself. */
    public void onReady(Runnable hook) {
        this.readyHook = hook;
    }

    /** Sets what is told of a message that was removed, while it waited, other than by the scheduler itself. */
    public void onRemoved(Consumer<StoredJob> hook) {
        this.removedHook = hook;
    }

    /** Sets what cancels a message that runs, for somebody who looks in from outside. */
    public void onCancelRunning(Predicate<StoredJob> canceller) {
        this.runningCanceller = canceller;
    }

    /** Adds a task or a job that is ready. */
    public void offer(Object work) {
        ready.offer(work);
    }

    /** Takes what is first. A {@link MemoryJob} among it must be {@linkplain MemoryJob#begin() begun} before it runs. */
    public @Nullable Object poll() {
        return ready.poll();
    }

    /** Puts work that was polled, and not begun, back to the front. */
    public void putBack(Object work) {
        ready.putBack(work);
    }

    /** To be called when a polled job could not be begun, because it was cancelled while it waited. */
    public void skipGone() {
        ready.discountGone();
    }

    public boolean isEmpty() {
        return ready.isEmpty();
    }

    /** How much work was ever offered, promoted jobs included. */
    public long offered() {
        return ready.offered();
    }

    public long waiting() {
        return ready.size();
    }

    public int delayed() {
        return delayed.size();
    }

    public int dead() {
        return dead.size();
    }

    /** Whether a job is on its way from delayed to ready, so that neither counts it. */
    public boolean isMoving() {
        return inTransit.get() > 0;
    }

    /** Since when the first job has been ready; the given time if there is none or it carries no time. */
    public long oldestReadyNanos(long now) {
        Object first = ready.peek();
        if (first instanceof MemoryJob job) {
            return job.readyNanos();
        }
        return first instanceof TimedTask task ? task.readyNanos() : now;
    }

    // ---- jobs

    /** A task's number in the order of jobs due at the same time. */
    public long nextOrder() {
        return orders.incrementAndGet();
    }

    /**
     * Makes a message known by its id. It is to be {@linkplain #add added} next.
     *
     * @param permit gives back the capacity that the job holds until it is first claimed or removed
     * @return null if its id is known
     */
    public @Nullable StoredJob register(JobRecord record, @Nullable Runnable permit) {
        StoredJob job = new StoredJob(record, nanoClock.getAsLong());
        job.order(nextOrder());
        job.permit(permit);
        return index.putIfAbsent(record.id(), job) == null ? job : null;
    }

    /** Adds a job that is new: at once, or delayed. Returns when it becomes due if it is the first to become so. */
    public long add(MemoryJob job, long delayNanos) {
        long now = job instanceof StoredJob stored ? stored.enqueuedNanos() : nanoClock.getAsLong();
        job.readyNanos(now);
        if (delayNanos <= 0) {
            ready.offer(job);
            return Long.MAX_VALUE;
        }
        long due = now + delayNanos < now ? Long.MAX_VALUE : now + delayNanos;
        job.move(MemoryJob.WAITING, MemoryJob.DELAYED);
        return delay(job, due) ? due : Long.MAX_VALUE;
    }

    private boolean delay(MemoryJob job, long dueNanos) {
        job.readyNanos(dueNanos);
        boolean first = delayed.add(job);
        if (!job.is(MemoryJob.DELAYED)) {
            delayed.remove(job); // cancelled between the transition and the insertion
        }
        return first;
    }

    /** Moves a running job back to ready, at the end. */
    public boolean reoffer(MemoryJob job, long nowNanos) {
        job.readyNanos(nowNanos);
        if (!job.moveClaimed(job.claimNumber(), MemoryJob.WAITING)) {
            return false;
        }
        ready.offer(job);
        return true;
    }

    /** Moves a running job to delayed. Returns whether it is the first to become due. */
    public boolean redelay(MemoryJob job, long dueNanos) {
        return job.moveClaimed(job.claimNumber(), MemoryJob.DELAYED) && delay(job, dueNanos);
    }

    /**
     * Moves jobs that are due to ready. Returns how many.
     *
     * @param overdue gets each job whose deadline has passed while it was delayed; it is claimed, for the receiver to end
     */
    public int promoteDue(long nowNanos, Consumer<MemoryJob> overdue) {
        if (delayed.nextDueNanos() > nowNanos) {
            return 0;
        }
        inTransit.incrementAndGet();
        try {
            int promoted = 0;
            for (MemoryJob job = delayed.pollDue(nowNanos); job != null; job = delayed.pollDue(nowNanos)) {
                if (job.deadlineNanos() <= nowNanos) {
                    if (job.claimFrom(MemoryJob.DELAYED)) {
                        overdue.accept(job);
                    }
                } else if (promote(job)) {
                    promoted++;
                }
            }
            return promoted;
        } finally {
            inTransit.decrementAndGet();
        }
    }

    private boolean promote(MemoryJob job) {
        boolean moved = job.move(MemoryJob.DELAYED, MemoryJob.WAITING);
        if (moved) {
            ready.offer(job);
        }
        return moved;
    }

    /** When the next delayed job becomes due; {@link Long#MAX_VALUE} if there is none. */
    public long nextDueNanos() {
        return delayed.nextDueNanos();
    }

    /** Takes all delayed jobs out and claims them, for the caller to end. */
    public List<MemoryJob> claimDelayed() {
        List<MemoryJob> claimed = delayed.removeAll();
        claimed.removeIf(job -> !job.claimFrom(MemoryJob.DELAYED));
        return claimed;
    }

    /** Removes a job that waits or is delayed. False if it does neither. */
    public boolean remove(MemoryJob job) {
        if (job.move(MemoryJob.WAITING, MemoryJob.GONE)) {
            ready.countGone();
        } else if (job.move(MemoryJob.DELAYED, MemoryJob.GONE)) {
            delayed.remove(job);
        } else {
            return false;
        }
        job.releasePermit();
        forget(job);
        return true;
    }

    /** Cancels a message for somebody who looks in from outside. False if it is dead or gone. */
    boolean cancelByHand(StoredJob job) {
        return removeByHand(job) || (job.isRunning() && runningCanceller.test(job));
    }

    /** Removes a message for somebody who looks in from outside. False if it neither waits nor is delayed. */
    boolean removeByHand(StoredJob job) {
        boolean removed = remove(job);
        if (removed) {
            removedHook.accept(job);
        }
        return removed;
    }

    /** A running job has ended and goes. */
    public boolean finish(MemoryJob job) {
        return finish(job, job.claimNumber());
    }

    boolean finish(MemoryJob job, long claim) {
        if (!job.moveClaimed(claim, MemoryJob.GONE)) {
            return false;
        }
        forget(job);
        return true;
    }

    /** A running message has failed for good and is kept as dead. */
    public boolean bury(StoredJob job, @Nullable String reason, @Nullable Object error) {
        return bury(job, job.claimNumber(), reason, error);
    }

    boolean bury(StoredJob job, long claim, @Nullable String reason, @Nullable Object error) {
        if (!job.isRunning() || job.claimNumber() != claim) {
            return false;
        }
        job.reason(reason);
        if (error != null) {
            job.failedAttempts(job.failedAttempts() + 1);
            job.lastError(error);
        }
        job.run(null);
        if (!job.moveClaimed(claim, MemoryJob.DEAD)) {
            return false;
        }
        StoredJob noRoom = dead.add(job);
        if (noRoom != null && noRoom.move(MemoryJob.DEAD, MemoryJob.GONE)) {
            forget(noRoom);
        }
        return true;
    }

    boolean retry(StoredJob job, long claim, long dueNanos, @Nullable String reason, @Nullable String error) {
        if (!job.isRunning() || job.claimNumber() != claim) {
            return false;
        }
        job.failedAttempts(job.failedAttempts() + 1);
        job.lastError(error);
        return release(job, claim, dueNanos, reason);
    }

    boolean release(StoredJob job, long claim, long dueNanos, @Nullable String reason) {
        long now = nanoClock.getAsLong();
        job.reason(reason);
        if (dueNanos > now) {
            boolean moved = job.moveClaimed(claim, MemoryJob.DELAYED);
            if (moved) {
                delay(job, dueNanos);
                readyHook.run();
            }
            return moved;
        }
        job.readyNanos(now);
        if (!job.moveClaimed(claim, MemoryJob.WAITING)) {
            return false;
        }
        ready.offer(job);
        readyHook.run();
        return true;
    }

    /** Gives a running message back without counting the attempt. Returns whether it was still running. */
    public boolean release(StoredJob job, long delayNanos, String reason) {
        return release(job, job.claimNumber(), nanoClock.getAsLong() + delayNanos, reason);
    }

    /** Revokes the claim of a running job. */
    boolean revoke(MemoryJob job) {
        return finish(job, job.claimNumber());
    }

    boolean resurrect(StoredJob job) {
        if (!job.is(MemoryJob.DEAD)) {
            return false;
        }
        job.failedAttempts(0);
        job.recoveries(0);
        job.deadlineNanos(Long.MAX_VALUE);
        job.reason(null);
        job.lastError(null);
        job.enqueuedNanos(nanoClock.getAsLong());
        job.readyNanos(nanoClock.getAsLong());
        if (!job.move(MemoryJob.DEAD, MemoryJob.WAITING)) {
            return false;
        }
        dead.remove(job);
        ready.offer(job);
        readyHook.run();
        return true;
    }

    boolean removeDead(StoredJob job) {
        if (!job.move(MemoryJob.DEAD, MemoryJob.GONE)) {
            return false;
        }
        dead.remove(job);
        forget(job);
        return true;
    }

    public @Nullable StoredJob find(String id) {
        return index.get(id);
    }

    private void forget(MemoryJob job) {
        if (job instanceof StoredJob stored) {
            stored.run(null);
            index.remove(stored.record().id(), stored);
        }
    }

    /** All messages that are known, in no order. */
    Collection<StoredJob> all() {
        return Collections.unmodifiableCollection(index.values());
    }
}
