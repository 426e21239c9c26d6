package io.jobqueue.internal;

import io.jobqueue.JobOutcome;
import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.Settlement;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One attempt of a message that was claimed from a storing backend. */
final class ClaimedRun extends MessageRun {

    private static final int WAITING = 0;
    private static final int BEGUN = 1;
    private static final int GONE = 2;

    private final Claims claims;
    private final ClaimedJob job;
    private final long claimedNanos;
    private final AtomicInteger state = new AtomicInteger(WAITING);

    /** Until when the claim is ours by this node's clock, which started before the backend's did. */
    private volatile long leaseUntilNanos;

    /** With the time at which jobs were asked for. */
    ClaimedRun(Scheduler scheduler, Claims claims, ClaimedJob job, long askedNanos) {
        super(scheduler, job.record());
        this.claims = claims;
        this.job = job;
        this.claimedNanos = scheduler.now();
        this.leaseUntilNanos = leaseUntil(askedNanos);
    }

    /**
     * The lease began between the question and the answer. A question that waited long for its job says too little; then half
     * of the lease is taken for the answer's way, which leaves time for the first renewal.
     */
    private long leaseUntil(long askedNanos) {
        long lease = leaseNanos();
        return Math.max(RunOptions.after(askedNanos, lease), RunOptions.after(claimedNanos, lease / 2));
    }

    Claim claim() {
        return job.claim();
    }

    /** How long the lease lasts after each extension. */
    long leaseNanos() {
        return RunOptions.nanos(job.lease());
    }

    /** The lease was renewed by a request that was sent at this time. */
    void extended(long sentNanos) {
        leaseUntilNanos = RunOptions.after(sentNanos, leaseNanos());
    }

    /** The lease is over, whatever the clock says. */
    void loseLease() {
        leaseUntilNanos = Long.MIN_VALUE;
    }

    @Override
    boolean begin() {
        return state.compareAndSet(WAITING, BEGUN);
    }

    /** Takes the job back before a worker begins it. False if one has. */
    boolean markGone() {
        return state.compareAndSet(WAITING, GONE);
    }

    @Override
    long deadlineNanos() {
        return Math.min(super.deadlineNanos(), leaseUntilNanos);
    }

    @Override
    boolean isLeaseOver(long nowNanos) {
        return nowNanos >= leaseUntilNanos;
    }

    @Override
    public int attempt() {
        return job.attempt();
    }

    @Override
    public int recoveries() {
        return job.recoveries();
    }

    @Override
    long readyNanos() {
        return claimedNanos - RunOptions.nanos(job.waited());
    }

    @Override
    long ageNanos() {
        return RunOptions.nanos(job.age()) + scheduler.now() - claimedNanos;
    }

    @Override
    long storedDeadlineNanos() {
        Duration left = job.timeLeft();
        return left == null ? Attempt.NO_DEADLINE : claimedNanos + RunOptions.nanos(left);
    }

    @Override
    @Nullable
    Throwable lastError() {
        return null;
    }

    @Override
    boolean survivesDrain() {
        return true;
    }

    @Override
    void settleRetry(long nowNanos, long delayNanos, Throwable error) {
        boolean limited = jobDeadlineNanos != Attempt.NO_DEADLINE;
        long left = jobDeadlineNanos - nowNanos;
        long delay = limited ? Math.max(0, Math.min(delayNanos, left)) : delayNanos;
        ended(Settlement.retry(
                claim(),
                Duration.ofNanos(delay),
                String.valueOf(error),
                stackTrace(error),
                limited ? Duration.ofNanos(left) : null));
    }

    @Override
    void settleRelease(long delayNanos, String reason) {
        ended(Settlement.release(claim(), Duration.ofNanos(delayNanos), reason));
    }

    @Override
    void settleEnd(JobOutcome outcome, @Nullable Throwable error) {
        switch (outcome) {
            case SUCCEEDED -> ended(Settlement.complete(claim()));
            case FAILED, TIMED_OUT -> ended(Settlement.bury(claim(), String.valueOf(error), stackTrace(error)));
            case CANCELLED -> cancelled();
        }
    }

    private void cancelled() {
        if (isLeaseOver(scheduler.now())) {
            claims.drop(this);
            claims.slotFreed();
        } else if (scheduler.lifecycle.isStopping()) {
            ended(Settlement.release(claim(), Duration.ZERO, "given up by a node that stopped"));
        } else {
            ended(Settlement.cancel(claim()));
        }
    }

    private void ended(Settlement settlement) {
        claims.settle(this, settlement);
        claims.slotFreed();
    }

    private static @Nullable String stackTrace(@Nullable Throwable error) {
        if (error == null) {
            return null;
        }
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
