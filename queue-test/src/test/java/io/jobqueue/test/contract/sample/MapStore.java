package io.jobqueue.test.contract.sample;

import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.JobState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What a server would be: the jobs of one queue, one clock, and one lock in place of transactions. */
final class MapStore {

    /** A row. */
    static final class Row {
        final JobRecord record;
        JobState state = JobState.WAITING;
        long enqueuedNanos;
        long dueNanos;
        long place; // in the order of arrival
        int attempts;
        int recoveries;
        String token = "";
        long leaseUntilNanos;

        @Nullable
        Long deadlineNanos;

        @Nullable
        String reason;

        @Nullable
        String error;

        Row(JobRecord record) {
            this.record = record;
        }
    }

    final ReentrantLock lock = new ReentrantLock();
    final Condition changed = lock.newCondition();
    final Map<String, Row> rows = new LinkedHashMap<>();
    final int capacity;
    private final LongSupplier clock;
    private long places;
    private long tokens;

    MapStore(LongSupplier clock, int capacity) {
        this.clock = clock;
        this.capacity = capacity;
    }

    long now() {
        return clock.getAsLong();
    }

    String nextToken() {
        return Long.toString(++tokens);
    }

    void add(JobRecord record, Duration delay) {
        Row row = new Row(record);
        row.enqueuedNanos = now();
        rows.put(record.id(), row);
        makeDue(row, delay);
    }

    /** Makes a row wait, at the end or for its time. */
    void makeDue(Row row, Duration delay) {
        row.dueNanos = now() + delay.toNanos();
        row.state = delay.isZero() ? JobState.WAITING : JobState.DELAYED;
        row.token = "";
        row.place = ++places;
        changed.signalAll();
    }

    /** Notices what time has brought: delays that are over and leases that ran out. */
    void tick() {
        long now = now();
        for (Row row : rows.values()) {
            if (row.state == JobState.DELAYED && row.dueNanos <= now) {
                row.state = JobState.WAITING;
            } else if (row.state == JobState.RUNNING && row.leaseUntilNanos <= now) {
                row.recoveries++;
                row.deadlineNanos = null;
                makeDue(row, Duration.ZERO);
            }
        }
    }

    /** Rows of one state: those that wait by the time they are due, all others by arrival. */
    List<Row> in(JobState state) {
        List<Row> found = new ArrayList<>();
        for (Row row : rows.values()) {
            if (row.state == state) {
                found.add(row);
            }
        }
        Comparator<Row> byPlace = Comparator.comparingLong(row -> row.place);
        Comparator<Row> byDue = Comparator.comparingLong(row -> row.dueNanos);
        found.sort(Set.of(JobState.WAITING, JobState.DELAYED).contains(state) ? byDue.thenComparing(byPlace) : byPlace);
        return found;
    }
}
