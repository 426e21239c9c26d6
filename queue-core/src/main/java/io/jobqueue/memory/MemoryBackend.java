package io.jobqueue.memory;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Jobs in this process's memory: gone when it ends.
 *
 * <p>As a {@link JobBackend} it claims, leases and fences like any other, which makes it the model that other backends are
 * compared with. The scheduler does not use that face: it takes single jobs from {@link #jobs()} directly, without a lease,
 * because whoever runs them lives and dies with the queue.
 */
public final class MemoryBackend implements JobBackend {

    /** How long a claim made through {@link #claim} lasts. */
    public static final Duration LEASE = Duration.ofSeconds(30);

    /** How many dead jobs are kept unless said otherwise. */
    public static final int DEFAULT_DEAD_LIMIT = 1000;

    private final LongSupplier nanoClock;
    private final MemoryJobs jobs;

    private final Map<StoredJob, Lease> leases = new ConcurrentHashMap<>();

    /** Held while claims end or are extended, so that a claim that was found valid stays so. */
    private final ReentrantLock settling = new ReentrantLock();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition somethingReady = lock.newCondition();
    private boolean wokenUp; // guarded by lock

    public MemoryBackend() {
        this(System::nanoTime, DEFAULT_DEAD_LIMIT);
    }

    /**
     * With a clock and a limit of its own.
     *
     * @param nanoClock like {@link System#nanoTime()}
     * @param deadLimit how many dead jobs are kept; when one more dies the oldest goes
     */
    public MemoryBackend(LongSupplier nanoClock, int deadLimit) {
        this.nanoClock = nanoClock;
        this.jobs = new MemoryJobs(nanoClock, deadLimit);
        jobs.onReady(this::signal);
    }

    /** The jobs themselves, for the scheduler. */
    public MemoryJobs jobs() {
        return jobs;
    }

    // ---- the backend

    @Override
    public boolean isStoring() {
        return false;
    }

    @Override
    public List<EnqueueResult> enqueue(List<NewJob> batch) {
        batch.forEach(Objects::requireNonNull); // before anything is stored
        List<EnqueueResult> results = new ArrayList<>(batch.size());
        for (NewJob job : batch) {
            StoredJob stored = jobs.register(job.record(), null);
            if (stored != null) {
                jobs.add(stored, job.delay().toNanos());
            }
            results.add(stored == null ? EnqueueResult.DUPLICATE : EnqueueResult.ACCEPTED);
        }
        signal();
        return results;
    }

    @Override
    public List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException {
        long waitUntil = System.nanoTime() + wait.toNanos();
        for (; ; ) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            reclaimExpired();
            jobs.promoteDue(nanoClock.getAsLong(), this::promoteOverdue);
            List<ClaimedJob> claimed = claimReady(max);
            if (!claimed.isEmpty() || !awaitReady(waitUntil)) {
                return claimed;
            }
        }
    }

    /** Whoever claims an overdue job sees in it that no time is left. */
    private void promoteOverdue(MemoryJob job) {
        jobs.reoffer(job, nanoClock.getAsLong());
    }

    private List<ClaimedJob> claimReady(int max) {
        List<ClaimedJob> claimed = new ArrayList<>();
        while (claimed.size() < max && jobs.poll() instanceof StoredJob job) {
            if (!job.begin()) {
                jobs.skipGone();
                continue;
            }
            long now = nanoClock.getAsLong();
            leases.put(job, new Lease(job.claimNumber(), now + LEASE.toNanos()));
            claimed.add(claimed(job, now));
        }
        return claimed;
    }

    private static ClaimedJob claimed(StoredJob job, long now) {
        long deadline = job.deadlineNanos();
        return new ClaimedJob(
                job.record(),
                token(job),
                job.failedAttempts() + 1,
                job.recoveries(),
                LEASE,
                Duration.ofNanos(now - job.readyNanos()),
                Duration.ofNanos(now - job.enqueuedNanos()),
                deadline == Long.MAX_VALUE ? null : Duration.ofNanos(deadline - now));
    }

    /** False if the wait is over. Looks again at the next due time. */
    private boolean awaitReady(long waitUntil) throws InterruptedException {
        lock.lock();
        try {
            if (wokenUp) {
                wokenUp = false;
                return false;
            }
            long left = waitUntil - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            while (jobs.isEmpty() && !wokenUp && left > 0) {
                long untilDue = jobs.nextDueNanos() - nanoClock.getAsLong();
                if (untilDue <= 0) {
                    break;
                }
                somethingReady.awaitNanos(Math.min(left, untilDue));
                left = waitUntil - System.nanoTime();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Also tells apart the claims of jobs that had the same id one after the other. */
    private static String token(StoredJob job) {
        return job.order() + "." + job.claimNumber();
    }

    private void reclaimExpired() {
        settling.lock();
        try {
            long now = nanoClock.getAsLong();
            leases.forEach((job, lease) -> {
                if (!isHeld(job, lease.claim) || reclaimIfExpired(job, lease, now)) {
                    leases.remove(job, lease);
                }
            });
        } finally {
            settling.unlock();
        }
    }

    private boolean reclaimIfExpired(StoredJob job, Lease lease, long now) {
        if (now - lease.endNanos < 0 || !job.moveClaimed(lease.claim, MemoryJob.WAITING)) {
            return false;
        }
        job.recoveries(job.recoveries() + 1);
        job.deadlineNanos(Long.MAX_VALUE);
        job.readyNanos(now);
        jobs.offer(job);
        return true;
    }

    @Override
    public List<SettleResult> settle(List<Settlement> settlements) {
        return fenced(() -> settlements.stream().map(this::settle).toList());
    }

    private SettleResult settle(Settlement settlement) {
        StoredJob job = jobs.find(settlement.claim().jobId());
        if (job == null) {
            return SettleResult.GONE;
        }
        if (!isHeld(job, settlement.claim())) {
            return SettleResult.STALE;
        }
        long claim = job.claimNumber();
        long now = nanoClock.getAsLong();
        boolean done = switch (settlement.action()) {
            case COMPLETE, CANCEL -> jobs.finish(job, claim);
            case BURY -> jobs.bury(job, claim, settlement.reason(), settlement.error());
            case RETRY -> {
                Duration left = settlement.timeLeft();
                job.deadlineNanos(left == null ? Long.MAX_VALUE : now + left.toNanos());
                yield jobs.retry(
                        job, claim, now + settlement.delay().toNanos(), settlement.reason(), settlement.error());
            }
            case RELEASE -> jobs.release(job, claim, now + settlement.delay().toNanos(), settlement.reason());
        };
        return done ? SettleResult.OK : SettleResult.GONE; // only a cancellation can have come between
    }

    @Override
    public List<SettleResult> extend(List<Claim> claims) {
        return fenced(() -> claims.stream().map(this::extend).toList());
    }

    private SettleResult extend(Claim claim) {
        StoredJob job = jobs.find(claim.jobId());
        if (job == null) {
            return SettleResult.GONE;
        }
        if (!isHeld(job, claim)) {
            return SettleResult.STALE;
        }
        leases.put(job, new Lease(job.claimNumber(), nanoClock.getAsLong() + LEASE.toNanos()));
        return SettleResult.OK;
    }

    private static boolean isHeld(StoredJob job, long claim) {
        return job.isRunning() && job.claimNumber() == claim;
    }

    private static boolean isHeld(StoredJob job, Claim claim) {
        return job.isRunning() && token(job).equals(claim.token());
    }

    /** Runs an action that relies on claims, with those gone whose lease ran out. */
    private <T> T fenced(Supplier<T> action) {
        settling.lock();
        try {
            reclaimExpired();
            return action.get();
        } finally {
            settling.unlock();
        }
    }

    @Override
    public void wakeup() {
        lock.lock();
        try {
            wokenUp = true;
            somethingReady.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void signal() {
        lock.lock();
        try {
            somethingReady.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<QueueInspection> inspection() {
        return Optional.of(new MemoryInspection(jobs, nanoClock));
    }

    @Override
    public void close() {}

    /** Until when a claim, by its number, is valid. */
    private record Lease(long claim, long endNanos) {}
}
