package io.jobqueue.scenario;

import io.jobqueue.spi.JobDetails;
import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.QueueCounts;
import io.jobqueue.spi.QueueInspection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What several nodes see of one store: numbers and a pause that the test sets, and an outage. */
final class ScriptedInspection implements QueueInspection {

    private final boolean shared;
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final AtomicInteger looks = new AtomicInteger();
    private volatile QueueCounts counts = new QueueCounts(0, 0, 0, 0, Duration.ZERO);
    private volatile boolean paused;
    private volatile boolean away;
    private volatile Runnable whenLookedAt = () -> {};

    private ScriptedInspection(boolean shared) {
        this.shared = shared;
    }

    static ScriptedInspection shared() {
        return new ScriptedInspection(true);
    }

    static ScriptedInspection ofOneNode() {
        return new ScriptedInspection(false);
    }

    void waiting(long waiting) {
        counts = new QueueCounts(waiting, 2, 3, 4, Duration.ofSeconds(waiting));
    }

    void away(boolean away) {
        this.away = away;
    }

    ScriptedInspection whenLookedAt(Runnable action) {
        whenLookedAt = action;
        return this;
    }

    void knows(String id) {
        known.add(id);
    }

    /** What another node does. */
    void pausedElsewhere(boolean paused) {
        this.paused = paused;
    }

    /** How often the numbers were asked for, with answers and without. */
    int looks() {
        return looks.get();
    }

    private void answer() {
        whenLookedAt.run();
        if (away) {
            throw new IllegalStateException("the store is away");
        }
    }

    @Override
    public QueueCounts counts() {
        looks.incrementAndGet();
        answer();
        return counts;
    }

    @Override
    public boolean isPaused() {
        answer();
        return paused;
    }

    @Override
    public void setPaused(boolean paused) {
        answer();
        if (!shared) {
            QueueInspection.super.setPaused(paused);
        }
        this.paused = paused;
    }

    /** What this store would tell the other nodes. */
    boolean isPausedForAll() {
        return paused;
    }

    @Override
    public List<JobDetails> list(JobState state, int limit, @Nullable String after) {
        return List.of();
    }

    @Override
    public Optional<JobDetails> find(String id) {
        return known.contains(id)
                ? Optional.of(new JobDetails(
                        JobRecord.of(id, "job", new byte[0], "text/plain"),
                        JobState.WAITING,
                        0,
                        0,
                        Duration.ZERO,
                        null,
                        null))
                : Optional.empty();
    }

    @Override
    public boolean requeue(String id) {
        return false;
    }

    @Override
    public boolean delete(String id) {
        return false;
    }

    @Override
    public boolean cancel(String id) {
        return false;
    }

    @Override
    public long purge(JobState state, Duration olderThan) {
        return 0;
    }
}
