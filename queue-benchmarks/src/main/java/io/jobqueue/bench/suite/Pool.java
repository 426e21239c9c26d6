package io.jobqueue.bench.suite;

import io.jobqueue.bench.run.Allocations;
import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Group;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Plan;
import io.jobqueue.bench.run.Sample;
import io.jobqueue.bench.run.Suite;
import io.jobqueue.bench.subject.Setup;
import io.jobqueue.bench.subject.Subject;
import io.jobqueue.bench.subject.Subjects;
import io.jobqueue.bench.subject.ThreadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A million jobs on very many virtual workers, or on one, from one or very many producers. Construction, submission,
 * execution and closing are timed.
 */
public final class Pool implements Suite {

    private static final int JOBS = 1_000_000;
    private static final int BUFFER = 1_000_000;
    private static final Duration CAP = Duration.ofSeconds(6);
    /** For a million jobs of some 10 µs on one worker. */
    private static final Duration CAP_OF_LONG_JOBS = Duration.ofSeconds(25);

    private static final String LONG_JOBS = "Loop10K";
    private static final List<String> WORKS = List.of("Sleep10ms", "Loop10", "Sleep5msLoop5");
    private static final List<String> WORKS_OF_ONE = List.of("Loop10", LONG_JOBS);
    private static final int[] WORKERS = {50_000, 100_000, 300_000};
    private static final int[] PRODUCERS = {1, 100, 1_000, 10_000, 1_000_000};
    private static final List<Figure> FIGURES = List.of(Figure.JOBS_PER_SECOND, Figure.BYTES_PER_JOB);

    private static final List<String> ON_VIRTUAL_THREADS = List.of(
            Subjects.JOBQUEUE,
            Subjects.VIRTUAL_SEMAPHORE,
            Subjects.FIXED_POOL,
            Subjects.ARRAY_QUEUE_LOOP,
            Subjects.SPRING_ASYNC);

    @Override
    public String name() {
        return "pool";
    }

    @Override
    public String about() {
        return "a million jobs, 1 to 300,000 workers, 1 to a million producers; jobs/s and bytes per job; Java 21+";
    }

    @Override
    public Plan plan(boolean quick, int javaVersion) {
        return Plan.of(quick ? 1 : 2, quick ? 1 : 5, CAP, "-Xms1g", "-Xmx4g");
    }

    @Override
    public List<Group> groups(boolean quick, int javaVersion) {
        if (javaVersion < 21) {
            return List.of();
        }
        return quick ? representatives() : matrix();
    }

    private static List<Group> representatives() {
        return List.of(
                group("Sleep10ms", 50_000, 1),
                group("Sleep5msLoop5", 50_000, 1_000),
                group("Loop10", 50_000, 100),
                group("Loop10", 1, 1),
                group("Loop10", 1, 1_000));
    }

    private static List<Group> matrix() {
        List<Group> groups = new ArrayList<>();
        for (String work : WORKS) {
            for (int workers : WORKERS) {
                for (int producers : PRODUCERS) {
                    groups.add(group(work, workers, producers));
                }
            }
        }
        for (String work : WORKS_OF_ONE) {
            for (int producers : PRODUCERS) {
                groups.add(group(work, 1, producers));
            }
        }
        return groups;
    }

    private static Group group(String work, int workers, int producers) {
        List<String> subjects = new ArrayList<>(ON_VIRTUAL_THREADS);
        if (workers == 1) {
            subjects.add(1, Subjects.JOBQUEUE_PLATFORM);
            subjects.addAll(List.of(Subjects.PLATFORM_POOL, Subjects.FORK_JOIN, Subjects.DISRUPTOR));
        } else if (!Work.parse(work).sleeps()) {
            subjects.add(Subjects.FORK_JOIN_CORES);
        }
        Params params = Params.none()
                .with("work", work)
                .with("workers", workers)
                .with("producers", producers)
                .with("jobs", JOBS);
        String name = work + ", " + shortNumber(workers) + (workers == 1 ? " worker, " : " workers, ")
                + shortNumber(producers) + (producers == 1 ? " producer" : " producers");
        Group group = new Group(name, params, subjects, FIGURES, true);
        return work.equals(LONG_JOBS) ? group.withCap(CAP_OF_LONG_JOBS) : group;
    }

    private static String shortNumber(int number) {
        if (number >= 1_000_000) {
            return number / 1_000_000 + "M";
        }
        return number >= 1_000 ? number / 1_000 + "K" : String.valueOf(number);
    }

    @Override
    public Sample run(String subject, Params params) throws Exception {
        Setup setup = new Setup(params.number("workers"), ThreadKind.VIRTUAL, BUFFER);
        Tickets tickets = new Tickets(params.number("jobs"), Work.parse(params.text("work")));
        System.gc();
        return measure(() -> Subjects.create(subject, setup), tickets, params.number("producers"));
    }

    static Sample measure(Construction construction, Tickets tickets, int producers) throws Exception {
        long bytes = Allocations.total();
        long start = System.nanoTime();
        Subject subject = construction.create();
        new Producers(subject, tickets, producers).submitAll();
        subject.close();
        long nanos = System.nanoTime() - start;
        Sample sample = Sample.of(tickets.count(), nanos, Allocations.total() - bytes);
        tickets.verify();
        return sample;
    }

    /** Builds the subject while the clock runs. */
    @FunctionalInterface
    interface Construction {
        Subject create() throws Exception;
    }
}
