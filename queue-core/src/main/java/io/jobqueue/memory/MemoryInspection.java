package io.jobqueue.memory;

import io.jobqueue.spi.JobDetails;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.QueueCounts;
import io.jobqueue.spi.QueueInspection;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Looks into the memory backend by walking its index: no order is kept for it, so that jobs pay nothing. */
final class MemoryInspection implements QueueInspection {

    private final MemoryJobs jobs;
    private final LongSupplier nanoClock;

    MemoryInspection(MemoryJobs jobs, LongSupplier nanoClock) {
        this.jobs = jobs;
        this.nanoClock = nanoClock;
    }

    @Override
    public QueueCounts counts() {
        long now = nanoClock.getAsLong();
        long running = jobs.all().stream().filter(MemoryJob::isRunning).count();
        Duration oldestAge = Duration.ofNanos(now - jobs.oldestReadyNanos(now));
        return new QueueCounts(jobs.waiting(), jobs.delayed(), running, jobs.dead(), oldestAge);
    }

    @Override
    public List<JobDetails> list(JobState state, int limit, @Nullable String after) {
        StoredJob previous = after == null ? null : jobs.find(after);
        long from = previous == null ? Long.MIN_VALUE : previous.order();
        long now = nanoClock.getAsLong();
        return jobs.all().stream()
                .filter(job -> job.visibleState() == state && job.order() > from)
                .sorted(Comparator.comparingLong(MemoryJob::order))
                .limit(limit)
                .map(job -> job.details(state, now))
                .toList();
    }

    @Override
    public Optional<JobDetails> find(String id) {
        StoredJob job = jobs.find(id);
        JobState state = job == null ? null : job.visibleState();
        return job == null || state == null ? Optional.empty() : Optional.of(job.details(state, nanoClock.getAsLong()));
    }

    @Override
    public boolean requeue(String id) {
        StoredJob job = jobs.find(id);
        return job != null && jobs.resurrect(job);
    }

    @Override
    public boolean delete(String id) {
        StoredJob job = jobs.find(id);
        return job != null && delete(job);
    }

    private boolean delete(StoredJob job) {
        return jobs.removeByHand(job) || jobs.removeDead(job);
    }

    @Override
    public boolean cancel(String id) {
        StoredJob job = jobs.find(id);
        return job != null && jobs.cancelByHand(job);
    }

    @Override
    public long purge(JobState state, Duration olderThan) {
        if (state == JobState.RUNNING) {
            throw new IllegalArgumentException("state: RUNNING cannot be purged; cancel single jobs instead");
        }
        long enqueuedBefore = nanoClock.getAsLong() - olderThan.toNanos();
        return jobs.all().stream()
                .filter(job -> job.visibleState() == state && job.enqueuedNanos() - enqueuedBefore <= 0)
                .filter(this::delete)
                .count();
    }
}
