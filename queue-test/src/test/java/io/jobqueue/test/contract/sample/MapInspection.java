package io.jobqueue.test.contract.sample;

import io.jobqueue.spi.JobDetails;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.QueueCounts;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.test.contract.sample.MapStore.Row;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looking into a {@link MapStore}. */
final class MapInspection implements QueueInspection {

    private final MapStore store;

    MapInspection(MapStore store) {
        this.store = store;
    }

    @Override
    public QueueCounts counts() {
        return locked(() -> {
            List<Row> waiting = store.in(JobState.WAITING);
            return new QueueCounts(
                    waiting.size(),
                    store.in(JobState.DELAYED).size(),
                    store.in(JobState.RUNNING).size(),
                    store.in(JobState.DEAD).size(),
                    waiting.isEmpty() ? Duration.ZERO : Duration.ofNanos(store.now() - waiting.get(0).dueNanos));
        });
    }

    @Override
    public List<JobDetails> list(JobState state, int limit, @Nullable String after) {
        return locked(() -> {
            List<JobDetails> all = store.in(state).stream().map(this::details).toList();
            int from = 0;
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i).record().id().equals(after)) {
                    from = i + 1;
                }
            }
            return all.subList(from, Math.min(all.size(), from + limit));
        });
    }

    @Override
    public Optional<JobDetails> find(String id) {
        return locked(() -> Optional.ofNullable(store.rows.get(id)).map(this::details));
    }

    private JobDetails details(Row row) {
        Duration age = Duration.ofNanos(store.now() - row.enqueuedNanos);
        return new JobDetails(row.record, row.state, row.attempts, row.recoveries, age, row.reason, row.error);
    }

    @Override
    public boolean requeue(String id) {
        return locked(() -> {
            Row row = store.rows.get(id);
            if (row == null || row.state != JobState.DEAD) {
                return false;
            }
            store.add(row.record, Duration.ZERO);
            return true;
        });
    }

    @Override
    public boolean delete(String id) {
        return locked(() -> {
            Row row = store.rows.get(id);
            return row != null && row.state != JobState.RUNNING && store.rows.remove(id) != null;
        });
    }

    @Override
    public boolean cancel(String id) {
        return locked(() -> {
            Row row = store.rows.get(id);
            return row != null && row.state != JobState.DEAD && store.rows.remove(id) != null;
        });
    }

    @Override
    public long purge(JobState state, Duration olderThan) {
        if (state == JobState.RUNNING) {
            throw new IllegalArgumentException("state: RUNNING cannot be purged; cancel single jobs instead");
        }
        return locked(() -> {
            List<Row> old = store.in(state).stream()
                    .filter(row -> store.now() - row.enqueuedNanos >= olderThan.toNanos())
                    .toList();
            old.forEach(row -> store.rows.remove(row.record.id()));
            return (long) old.size();
        });
    }

    private <T> T locked(Supplier<T> action) {
        store.lock.lock();
        try {
            store.tick();
            return action.get();
        } finally {
            store.lock.unlock();
        }
    }
}
