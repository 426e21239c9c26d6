package io.jobqueue.bench.suite;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Group;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Plan;
import io.jobqueue.bench.run.Sample;
import io.jobqueue.bench.run.Stats;
import io.jobqueue.bench.run.Suite;
import io.jobqueue.bench.run.WrongResultException;
import io.jobqueue.bench.subject.Setup;
import io.jobqueue.bench.subject.Subject;
import io.jobqueue.bench.subject.Subjects;
import io.jobqueue.bench.subject.ThreadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * How long an idle subject takes from a job's submission to its first instruction, one job at a time: at once after the
 * last, and after a pause in which everything has gone to sleep.
 */
public final class Latency implements Suite {

    private static final Figure P50 = Figure.lower("p50 µs");
    private static final Figure P99 = Figure.lower("p99 µs");
    private static final Figure P999 = Figure.lower("p99.9 µs");
    private static final int PAUSE_MICROS = 200;

    @Override
    public String name() {
        return "latency";
    }

    @Override
    public String about() {
        return "idle, one job at a time; submission to first instruction, p50, p99, p99.9";
    }

    @Override
    public Plan plan(boolean quick, int javaVersion) {
        return Plan.of(1, quick ? 3 : 5, Duration.ofMinutes(1), "-Xmx512m");
    }

    @Override
    public List<Group> groups(boolean quick, int javaVersion) {
        List<Group> groups = new ArrayList<>();
        for (ThreadKind kind : ThreadKind.values()) {
            if (kind == ThreadKind.VIRTUAL && javaVersion < 21) {
                continue;
            }
            for (int workers : new int[] {1, 4}) {
                groups.add(group(kind, workers, 0, 10_000));
                groups.add(group(kind, workers, PAUSE_MICROS, quick ? 1_000 : 10_000));
            }
        }
        return groups;
    }

    private static Group group(ThreadKind kind, int workers, int pauseMicros, int jobs) {
        List<String> subjects = new ArrayList<>(List.of(Subjects.JOBQUEUE, Subjects.FIXED_POOL));
        if (kind == ThreadKind.PLATFORM) {
            subjects.add(Subjects.FORK_JOIN);
        }
        subjects.add(Subjects.ARRAY_QUEUE_LOOP);
        String pace = pauseMicros == 0 ? "back to back" : "every " + pauseMicros + " µs";
        Params params = Params.none()
                .with("workers", workers)
                .with("threads", kind.label())
                .with("pause", pauseMicros)
                .with("jobs", jobs);
        String name = kind.label() + ", " + workers + (workers == 1 ? " worker, " : " workers, ") + pace;
        return new Group(name, params, subjects, List.of(P50, P99, P999), true);
    }

    @Override
    public Sample run(String subject, Params params) throws Exception {
        Setup setup = Setup.of(params.number("workers"), ThreadKind.of(params.text("threads")));
        try (Subject created = Subjects.create(subject, setup)) {
            return measure(created, params.number("jobs"), params.number("pause") * 1_000L);
        }
    }

    static Sample measure(Subject subject, int jobs, long pauseNanos) throws Exception {
        Stopwatch job = new Stopwatch(Thread.currentThread());
        long[] nanos = new long[jobs];
        for (int i = 0; i < jobs; i++) {
            if (pauseNanos > 0) {
                LockSupport.parkNanos(pauseNanos);
            }
            long start = System.nanoTime();
            subject.execute(job);
            nanos[i] = job.awaitEntry(i + 1) - start;
        }
        return Sample.empty()
                .with(P50, Stats.percentile(nanos, 0.5) / 1_000.0)
                .with(P99, Stats.percentile(nanos, 0.99) / 1_000.0)
                .with(P999, Stats.percentile(nanos, 0.999) / 1_000.0);
    }

    /** A job that notes when it began. */
    private static final class Stopwatch implements Runnable {

        private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();

        private final Thread producer;
        private long entered; // published by runs
        private final AtomicInteger runs = new AtomicInteger();

        Stopwatch(Thread producer) {
            this.producer = producer;
        }

        @Override
        public void run() {
            entered = System.nanoTime();
            runs.incrementAndGet();
            LockSupport.unpark(producer);
        }

        long awaitEntry(int expectedRuns) {
            long deadline = System.nanoTime() + PATIENCE_NANOS;
            while (runs.get() < expectedRuns && System.nanoTime() < deadline) {
                LockSupport.parkNanos(this, PATIENCE_NANOS);
            }
            if (runs.get() != expectedRuns) {
                throw new WrongResultException(
                        "after " + expectedRuns + " submissions the job had run " + runs.get() + " times");
            }
            return entered;
        }
    }
}
