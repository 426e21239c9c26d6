package io.jobqueue.redis;

import io.jobqueue.spi.ClaimedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims jobs for the dispatcher, and waits with it when there are none.
 *
 * <p>What ends a wait: {@link #wakeup}; a token from the {@link WakeLine}, which says that some node made a job ready; a time
 * that the server named; the end of the wait. All but the first ask the server again. While it waits, there is an {@link
 * Offer}: a producer of this node that sends jobs lets the same script claim for it, and the jobs come back with the
 * producer's answer, without another round trip; and when a token comes, the thread of the network that sees it claims for
 * the dispatcher, which is told when the jobs are there.
 *
 * <p>After the server said that nothing is ready, it is not asked again until one of these happens: whoever makes the first
 * job ready leaves a token. Only the {@link WakeLine} asks without one, every few seconds, should a token be lost.
 */
final class Claimer {

    private static final Logger log = LoggerFactory.getLogger(Claimer.class);
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ClaimCalls calls;
    private final WakeLine wakeLine;
    private final long answerNanos;

    private volatile boolean isClaiming;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Guarded by lock.
    private boolean wokenUp;
    private boolean mayHaveJobs = true;
    private long askAtNanos;
    private boolean hasAskTime;
    private @Nullable Offer offer;

    /** A dispatcher that waits for up to {@code max} jobs. Its state is guarded by the claimer's lock. */
    static final class Offer {
        final int max;
        final String token;
        private boolean isTaken;
        private boolean isGivenUp;
        private @Nullable Taken taken;

        private Offer(int max, String token) {
            this.max = Math.min(max, ClaimCalls.MOST_JOBS);
            this.token = token;
        }
    }

    Claimer(Link link, Settings settings, ClaimCalls calls) {
        this.calls = calls;
        this.wakeLine = new WakeLine(link, this);
        this.answerNanos = settings.commandTimeout().toNanos() + GRACE_NANOS;
    }

    // ---- by the dispatcher

    List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException {
        isClaiming = true;
        try {
            return claimAndWait(max, wait);
        } finally {
            isClaiming = false;
        }
    }

    private List<ClaimedJob> claimAndWait(int max, Duration wait) throws InterruptedException {
        long start = System.nanoTime();
        long waitNanos = wait.compareTo(Duration.ofDays(1)) > 0 ? TimeUnit.DAYS.toNanos(1) : wait.toNanos();
        boolean asked = false;
        for (; ; ) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            boolean waitIsOver = System.nanoTime() - start >= waitNanos;
            if (shouldAsk() || (waitIsOver && !asked)) {
                asked = true;
                List<ClaimedJob> jobs = ask(max);
                if (!jobs.isEmpty()) {
                    return jobs;
                }
            } else if (waitIsOver) {
                return List.of();
            } else {
                wakeLine.arm();
                Offer answered = await(max, start + waitNanos);
                if (answered == null) {
                    return List.of();
                }
                List<ClaimedJob> jobs = answered.taken == null ? List.of() : accept(answered.taken);
                if (!jobs.isEmpty()) {
                    return jobs;
                }
            }
        }
    }

    private boolean shouldAsk() {
        lock.lock();
        try {
            return !wokenUp && (mayHaveJobs || (hasAskTime && System.nanoTime() - askAtNanos >= 0));
        } finally {
            lock.unlock();
        }
    }

    /** Asks the server, several times if more is wanted than one script may take. */
    private List<ClaimedJob> ask(int max) {
        List<ClaimedJob> jobs = new ArrayList<>();
        for (boolean again = true; again && jobs.size() < max; ) {
            beginToAsk();
            try {
                Taken taken = calls.claim(max - jobs.size());
                jobs.addAll(accept(taken));
                again = !taken.drained();
            } catch (RuntimeException e) {
                look();
                if (jobs.isEmpty()) {
                    throw e;
                }
                log.debug("Some jobs were claimed before an error", e);
                return jobs;
            }
        }
        return jobs;
    }

    /** Who makes jobs ready from now on may come too late for this call. */
    private void beginToAsk() {
        lock.lock();
        try {
            mayHaveJobs = false;
        } finally {
            lock.unlock();
        }
    }

    /** Notes when to ask again. */
    private List<ClaimedJob> accept(Taken taken) {
        lock.lock();
        try {
            mayHaveJobs |= !taken.drained();
            if (taken.untilNextMicros() != Taken.UNCHANGED) {
                hasAskTime = taken.untilNextMicros() >= 0;
                askAtNanos = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(taken.untilNextMicros());
            }
        } finally {
            lock.unlock();
        }
        calls.bury(taken.unreadable());
        return taken.jobs();
    }

    /** Waits; null if {@link #wakeup} was called. */
    private @Nullable Offer await(int max, long endNanos) throws InterruptedException {
        Offer own = new Offer(max, calls.nextToken());
        lock.lockInterruptibly();
        try {
            offer = own;
            while (!own.isTaken && !wokenUp && !mayHaveJobs) {
                long now = System.nanoTime();
                long left = hasAskTime ? Math.min(endNanos - now, askAtNanos - now) : endNanos - now;
                if (left <= 0) {
                    break;
                }
                changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            if (!own.isTaken) {
                throw e;
            }
            Thread.currentThread().interrupt();
        } finally {
            offer = null;
            if (own.isTaken) {
                awaitAnswer(own);
            }
            lock.unlock();
        }
        return endOfWait(own);
    }

    private @Nullable Offer endOfWait(Offer own) {
        lock.lock();
        try {
            if (own.taken == null && wokenUp) {
                wokenUp = false;
                return null;
            }
            return own;
        } finally {
            lock.unlock();
        }
    }

    /** A producer has sent a script that claims for us; its answer, or its failure, comes soon. */
    private void awaitAnswer(Offer own) {
        long end = System.nanoTime() + answerNanos;
        boolean interrupted = Thread.interrupted();
        while (own.taken == null && end - System.nanoTime() > 0) {
            try {
                changed.awaitNanos(end - System.nanoTime());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        own.isGivenUp = own.taken == null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- by others

    void wakeup() {
        lock.lock();
        try {
            wokenUp = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** There may be jobs that are ready: makes the claim that waits, or the next one, ask the server. */
    void look() {
        lock.lock();
        try {
            mayHaveJobs = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Claims for a dispatcher that waits, without waking it first: it is told when the jobs are there. Never waits; no command
     * may wait at the server.
     */
    void claimFor(Offer taken) {
        try {
            CompletableFuture<Taken> answer = calls.claimAtOnce(taken.max, taken.token);
            if (answer == null) {
                deliver(taken, Taken.UNKNOWN);
            } else {
                CompletableFuture<?> unused = answer.whenComplete((jobs, error) -> deliver(taken, jobs));
            }
        } catch (RuntimeException e) {
            log.debug("A claim for a dispatcher that waits failed; it asks itself", e);
            deliver(taken, null);
        }
    }

    /** Whether this node has room for jobs, so that after {@link #look} it comes for them itself. */
    boolean isClaiming() {
        return isClaiming;
    }

    /** A claim that waits, and will wait for what is {@linkplain #deliver delivered}. */
    @Nullable
    Offer takeOffer() {
        lock.lock();
        try {
            Offer open = offer;
            if (open == null) {
                return null;
            }
            offer = null;
            open.isTaken = true;
            return open;
        } finally {
            lock.unlock();
        }
    }

    /** Hands over what was claimed for an offer; null if nobody knows. */
    void deliver(Offer to, @Nullable Taken taken) {
        lock.lock();
        try {
            if (taken == null || to.isGivenUp) {
                calls.lost(to.token);
            }
            to.taken = taken == null ? Taken.UNKNOWN : taken;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        wakeLine.close();
    }
}
