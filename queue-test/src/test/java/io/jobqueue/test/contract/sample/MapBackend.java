package io.jobqueue.test.contract.sample;

import io.jobqueue.QueueFullException;
import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import io.jobqueue.test.contract.sample.MapStore.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The smallest storing backend: one node on a {@link MapStore}. The example of docs/backends.md. */
final class MapBackend implements JobBackend {

    static final Duration LEASE = Duration.ofSeconds(30);

    private final MapStore store;
    private boolean wokenUp; // guarded by the store's lock

    MapBackend(MapStore store) {
        this.store = store;
    }

    @Override
    public boolean isStoring() {
        return true;
    }

    @Override
    public List<EnqueueResult> enqueue(List<NewJob> jobs) {
        jobs.forEach(Objects::requireNonNull); // before anything is stored
        return locked(() -> {
            Set<String> fresh = new HashSet<>();
            List<EnqueueResult> answers = new ArrayList<>();
            for (NewJob job : jobs) {
                String id = job.record().id();
                boolean known = store.rows.containsKey(id) || !fresh.add(id);
                answers.add(known ? EnqueueResult.DUPLICATE : EnqueueResult.ACCEPTED);
            }
            int waiting = store.in(JobState.WAITING).size()
                    + store.in(JobState.DELAYED).size();
            if (waiting + fresh.size() > store.capacity) {
                throw new QueueFullException("queue: " + waiting + " jobs wait, no room for " + fresh.size()
                        + " more; the capacity is " + store.capacity);
            }
            for (int i = 0; i < jobs.size(); i++) {
                if (answers.get(i) == EnqueueResult.ACCEPTED) {
                    store.add(jobs.get(i).record(), jobs.get(i).delay());
                }
            }
            return answers;
        });
    }

    @Override
    public List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException {
        store.lock.lockInterruptibly();
        try {
            long left = wait.toNanos();
            store.tick();
            while (store.in(JobState.WAITING).isEmpty() && !wokenUp && left > 0) {
                left = store.changed.awaitNanos(left);
                store.tick();
            }
            wokenUp = false;
            return store.in(JobState.WAITING).stream()
                    .limit(max)
                    .map(this::claim)
                    .toList();
        } finally {
            store.lock.unlock();
        }
    }

    private ClaimedJob claim(Row row) {
        row.state = JobState.RUNNING;
        row.token = store.nextToken();
        row.leaseUntilNanos = store.now() + LEASE.toNanos();
        return new ClaimedJob(
                row.record,
                row.token,
                row.attempts + 1,
                row.recoveries,
                LEASE,
                Duration.ofNanos(store.now() - row.dueNanos),
                Duration.ofNanos(store.now() - row.enqueuedNanos),
                row.deadlineNanos == null ? null : Duration.ofNanos(row.deadlineNanos - store.now()));
    }

    @Override
    public List<SettleResult> settle(List<Settlement> settlements) {
        return locked(() -> settlements.stream().map(this::settle).toList());
    }

    private SettleResult settle(Settlement settlement) {
        SettleResult fence = fence(settlement.claim());
        if (fence != SettleResult.OK) {
            return fence;
        }
        Row row = store.rows.get(settlement.claim().jobId());
        switch (settlement.action()) {
            case COMPLETE, CANCEL -> store.rows.remove(row.record.id());
            case RETRY -> {
                row.attempts++;
                row.error = settlement.error();
                row.reason = settlement.reason();
                Duration left = settlement.timeLeft();
                row.deadlineNanos = left == null ? null : store.now() + left.toNanos();
                store.makeDue(row, settlement.delay());
            }
            case BURY -> bury(row, settlement);
            case RELEASE -> {
                row.reason = settlement.reason();
                store.makeDue(row, settlement.delay());
            }
        }
        return SettleResult.OK;
    }

    private static void bury(Row row, Settlement settlement) {
        row.state = JobState.DEAD;
        row.token = "";
        row.reason = settlement.reason();
        if (settlement.error() != null) {
            row.error = settlement.error();
            row.attempts++;
        }
    }

    @Override
    public List<SettleResult> extend(List<Claim> claims) {
        return locked(() -> claims.stream()
                .map(claim -> {
                    SettleResult fence = fence(claim);
                    if (fence == SettleResult.OK) {
                        store.rows.get(claim.jobId()).leaseUntilNanos = store.now() + LEASE.toNanos();
                    }
                    return fence;
                })
                .toList());
    }

    /** Whether a claim is valid now. */
    private SettleResult fence(Claim claim) {
        store.tick();
        Row row = store.rows.get(claim.jobId());
        if (row == null) {
            return SettleResult.GONE;
        }
        boolean held = row.state == JobState.RUNNING && row.token.equals(claim.token());
        return held ? SettleResult.OK : SettleResult.STALE;
    }

    @Override
    public void wakeup() {
        locked(() -> {
            wokenUp = true;
            store.changed.signalAll();
            return true;
        });
    }

    @Override
    public Optional<QueueInspection> inspection() {
        return Optional.of(new MapInspection(store));
    }

    @Override
    public void close() {}

    private <T> T locked(Supplier<T> action) {
        store.lock.lock();
        try {
            return action.get();
        } finally {
            store.lock.unlock();
        }
    }
}
