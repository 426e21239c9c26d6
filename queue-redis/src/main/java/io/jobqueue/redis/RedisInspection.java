package io.jobqueue.redis;

import io.jobqueue.spi.JobDetails;
import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.QueueCounts;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spi.WorkerNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks into a queue in Redis, by short scripts, none of which walks a whole list of jobs. Any thread. */
final class RedisInspection implements QueueInspection {

    private static final int MOST_LISTED = 1000;
    private static final int FIELDS = 5;

    private final Link link;
    private final Claimer claimer;

    RedisInspection(Link link, Claimer claimer) {
        this.link = link;
        this.claimer = claimer;
    }

    @Override
    public QueueCounts counts() {
        List<Object> counts = link.call(Script.COUNTS);
        return new QueueCounts(
                number(counts, 0), number(counts, 1), number(counts, 2), number(counts, 3), micros(counts, 4));
    }

    @Override
    public List<JobDetails> list(JobState state, int limit, @Nullable String after) {
        if (limit <= 0) {
            return List.of();
        }
        List<Object> answer = link.call(
                Script.LIST,
                letter(state),
                Bytes.of(Math.min(limit, MOST_LISTED)),
                after == null ? Bytes.EMPTY : Bytes.of('=' + after));
        List<JobDetails> jobs = new ArrayList<>();
        for (int i = 1; i < answer.size(); i += FIELDS) {
            jobs.add(details(answer, i, state, number(answer, 0)));
        }
        return jobs;
    }

    @Override
    public Optional<JobDetails> find(String id) {
        List<Object> answer = link.call(Script.DETAILS, Bytes.of(id));
        if (answer.isEmpty()) {
            return Optional.empty();
        }
        byte place = bytes(answer, 1)[0];
        JobState state = Arrays.stream(JobState.values())
                .filter(candidate -> letter(candidate)[0] == place)
                .findFirst()
                .orElseThrow();
        return Optional.of(details(answer, 2, state, number(answer, 0)));
    }

    @Override
    public boolean requeue(String id) {
        boolean done = change("requeue", id);
        if (done) {
            claimer.look();
        }
        return done;
    }

    @Override
    public boolean delete(String id) {
        return change("delete", id);
    }

    @Override
    public boolean cancel(String id) {
        return change("cancel", id);
    }

    private boolean change(String action, String id) {
        Long done = link.call(Script.CHANGE, Bytes.of(action), Bytes.of(id));
        return done == 1;
    }

    @Override
    public long purge(JobState state, Duration olderThan) {
        if (state == JobState.RUNNING) {
            throw new IllegalArgumentException("state: RUNNING cannot be purged; cancel single jobs instead");
        }
        long purged = 0;
        for (long position = 0; position >= 0; ) {
            List<Object> answer = link.call(Script.PURGE, letter(state), Bytes.micros(olderThan), Bytes.of(position));
            purged += number(answer, 0);
            position = number(answer, 1);
        }
        return purged;
    }

    @Override
    public List<WorkerNode> nodes() {
        List<Object> answer = link.call(Script.NODES);
        long now = number(answer, 0);
        List<WorkerNode> nodes = new ArrayList<>();
        for (int i = 1; i < answer.size(); i += 3) {
            String[] tagAndHost = Bytes.text(answer.get(i)).split(" ", 2);
            Duration lastSeen = Bytes.ofMicros(Math.max(0, now - number(answer, i + 1)));
            nodes.add(
                    new WorkerNode(tagAndHost[0], tagAndHost[tagAndHost.length - 1], lastSeen, number(answer, i + 2)));
        }
        return nodes;
    }

    @Override
    public boolean isPaused() {
        return link.isPaused();
    }

    @Override
    public void setPaused(boolean paused) {
        link.call(Script.PAUSE, Bytes.of(paused ? 1 : 0));
        if (!paused) {
            claimer.look();
        }
    }

    // ---- reading answers

    private static JobDetails details(List<Object> answer, int at, JobState state, long now) {
        StoredJob job = StoredJob.read(bytes(answer, at), bytes(answer, at + 1), bytes(answer, at + 2), now);
        JobRecord record = job.record();
        return new JobDetails(
                record != null ? record : unreadable(job.id(), bytes(answer, at + 1)),
                state,
                job.attempts(),
                job.recoveries(),
                job.age(),
                text(answer, at + 3),
                text(answer, at + 4));
    }

    /** Something to look at and to delete. */
    private static JobRecord unreadable(String id, byte[] stored) {
        return JobRecord.of(id, "(unreadable)", stored, "application/octet-stream");
    }

    private static byte[] letter(JobState state) {
        return switch (state) {
            case WAITING -> Bytes.of("W");
            case DELAYED -> Bytes.of("D");
            case RUNNING -> Bytes.of("R");
            case DEAD -> Bytes.of("X");
        };
    }

    private static @Nullable String text(List<Object> answer, int at) {
        Object text = answer.get(at);
        return text == null ? null : Bytes.text(text);
    }

    private static byte[] bytes(List<Object> answer, int at) {
        return (byte[]) answer.get(at);
    }

    private static long number(List<Object> answer, int at) {
        return (Long) answer.get(at);
    }

    private static Duration micros(List<Object> answer, int at) {
        return Bytes.ofMicros(Math.max(0, number(answer, at)));
    }
}
