package io.jobqueue.internal;

import io.jobqueue.JobContext;
import io.jobqueue.JobOutcome;
import io.jobqueue.JobTimeoutException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a job that has an identity: what the handler sees as its context, and what is done to the job in its
 * backend when the attempt ends. Made by the worker that took the job; ended by whoever wins the worker's {@link Attempt}.
 */
abstract class Run implements JobContext {

    private static final VarHandle TICKET;

    static {
        try {
            TICKET = MethodHandles.lookup().findVarHandle(Run.class, "ticket", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Scheduler scheduler;
    final RunOptions options;

    /** When the job's timeout passes; never before the attempt has started. */
    long jobDeadlineNanos = Attempt.NO_DEADLINE;

    /** When the attempt started, by the queue's clock. */
    long startedNanos;

    private long attemptDeadlineNanos = Attempt.NO_DEADLINE;

    /** Whether its thread was interrupted because the queue is stopping. */
    private volatile boolean cutShort;

    private volatile @Nullable Worker worker;

    /** Of its attempt on that worker. */
    private volatile long ticket;

    Run(Scheduler scheduler, RunOptions options) {
        this.scheduler = scheduler;
        this.options = options;
    }

    /**
     * Says where it runs. Before {@link #begin}, so that whoever finds the job running finds this too. A run never changes its
     * worker: so whoever reads the worker, and the ticket of an earlier or a later attempt, cannot meet another job's.
     */
    final void bind(Worker worker, long ticket) {
        TICKET.setRelease(this, ticket);
        if (this.worker == null) {
            this.worker = worker;
        }
    }

    /** Whether this worker may run it once more. */
    final boolean isOf(Worker worker) {
        return this.worker == worker;
    }

    /** Claims the job. False if it was cancelled while it waited. */
    abstract boolean begin();

    /** Runs the handler. */
    abstract void invoke() throws Throwable;

    /** The id in events; null for a task. */
    abstract @Nullable String eventId();

    /** Since when the job has been ready. */
    abstract long readyNanos();

    /** The deadline that an earlier attempt has left; {@link Attempt#NO_DEADLINE} for none. */
    abstract long storedDeadlineNanos();

    /** What an earlier attempt threw. */
    abstract @Nullable Throwable lastError();

    /** Whether a retry would outlive a drain, because another node or a later start can run it. */
    abstract boolean survivesDrain();

    /** The job goes on after a delay from now. */
    abstract void settleRetry(long nowNanos, long delayNanos, Throwable error);

    /** The attempt does not count; the job is ready again after a delay. */
    abstract void settleRelease(long delayNanos, String reason);

    /** The job has ended. */
    abstract void settleEnd(JobOutcome outcome, @Nullable Throwable error);

    /** Tells who waits for the job, if anybody can. */
    abstract void complete(JobOutcome outcome, @Nullable Throwable error);

    /** Whether somebody waits for the job, so that its failure need not be logged. */
    abstract boolean isAwaited();

    /** Sets both deadlines. At the start of the attempt. */
    final void start(long nowNanos) {
        startedNanos = nowNanos;
        long stored = storedDeadlineNanos();
        jobDeadlineNanos = stored != Attempt.NO_DEADLINE ? stored : deadline(nowNanos, options.timeoutNanos());
        attemptDeadlineNanos = deadline(nowNanos, options.attemptTimeoutNanos());
    }

    private static long deadline(long nowNanos, long timeoutNanos) {
        return timeoutNanos == 0 ? Attempt.NO_DEADLINE : RunOptions.after(nowNanos, timeoutNanos);
    }

    /** When the attempt must be over. Any thread; it may move on while the attempt runs, but never back. */
    long deadlineNanos() {
        return Math.min(jobDeadlineNanos, attemptDeadlineNanos);
    }

    final boolean isJobOverdue(long nowNanos) {
        return jobDeadlineNanos != Attempt.NO_DEADLINE && nowNanos >= jobDeadlineNanos;
    }

    /** Whether this node no longer holds the job. Only jobs of storing backends have leases. */
    boolean isLeaseOver(long nowNanos) {
        return false;
    }

    /** How long ago the job was enqueued, as far as known. */
    long ageNanos() {
        return 0;
    }

    /** Why the handler must not run although the attempt has begun: the time is over. Null if it may. */
    @Nullable
    Throwable refusal(long nowNanos) {
        return isJobOverdue(nowNanos) ? new JobTimeoutException(describe() + " ran out of time", lastError()) : null;
    }

    /** Shows the watchdog when the attempt is overdue. By the worker. */
    final void publishDeadline(long deadlineNanos) {
        Worker running = worker;
        if (running != null) {
            running.attempt.deadlineNanos(deadlineNanos);
        }
    }

    final void countSuccess() {
        Worker running = worker;
        if (running != null) {
            running.countSuccess();
        }
    }

    /** Its thread is about to be interrupted, because the queue is stopping. */
    final void cutShort() {
        cutShort = true;
    }

    /** Whether it failed, if it did, because of a shutdown, which another node or a later start need not suffer for. */
    final boolean isCutShort() {
        return cutShort && survivesDrain();
    }

    /** Ends the attempt from outside; the caller then owns its outcome. The worker that lost it, or null. */
    final @Nullable Worker take() {
        Worker running = worker;
        return running != null && running.attempt.take(ticket) ? running : null;
    }

    @Override
    public final String queue() {
        return scheduler.settings.name();
    }

    @Override
    public int recoveries() {
        return 0;
    }

    @Override
    public Map<String, String> headers() {
        return Map.of();
    }

    @Override
    public final boolean isStopping() {
        return scheduler.lifecycle.isStopping();
    }

    @Override
    public final boolean isEnded() {
        Worker running = worker;
        return running == null || !running.attempt.isOpen(ticket);
    }

    @Override
    public final Optional<Duration> remaining() {
        long deadline = deadlineNanos();
        return deadline == Attempt.NO_DEADLINE
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.max(0, deadline - scheduler.now())));
    }

    /** For logs. */
    String describe() {
        return "job '" + name() + "' (" + id() + ")";
    }
}
