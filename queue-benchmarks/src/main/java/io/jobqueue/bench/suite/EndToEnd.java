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
 * The scheduler from end to end: one producer submits batches of empty jobs and waits for each batch's signals. Closing is
 * timed, construction is not.
 */
public final class EndToEnd implements Suite {

    private static final int BATCH = 1_024;
    private static final List<Figure> FIGURES = List.of(Figure.NANOS_PER_JOB, Figure.BYTES_PER_JOB);
    private static final List<String> SUBJECTS = List.of(
            Subjects.JOBQUEUE,
            Subjects.FIXED_POOL,
            Subjects.FORK_JOIN,
            Subjects.SPRING_POOL,
            Subjects.ARRAY_QUEUE_LOOP);

    @Override
    public String name() {
        return "end-to-end";
    }

    @Override
    public String about() {
        return "one producer, batches of 1,024 empty jobs; ns and bytes per job";
    }

    @Override
    public Plan plan(boolean quick, int javaVersion) {
        return Plan.of(2, quick ? 7 : 11, Duration.ofMinutes(1), "-Xmx1g");
    }

    @Override
    public List<Group> groups(boolean quick, int javaVersion) {
        int jobs = quick ? 1_000_000 : 2_000_000;
        List<Group> groups = new ArrayList<>();
        for (int workers : new int[] {1, 4, 12}) {
            String name = workers == 1 ? "1 worker" : workers + " workers";
            groups.add(new Group(name, params(workers, jobs), SUBJECTS, FIGURES, true));
        }
        List<String> withAndWithout = List.of(Subjects.JOBQUEUE_LISTENER, Subjects.JOBQUEUE);
        groups.add(new Group("4 workers, completion listener", params(4, jobs), withAndWithout, FIGURES, false));
        return groups;
    }

    private static Params params(int workers, int jobs) {
        return Params.none().with("workers", workers).with("jobs", jobs);
    }

    @Override
    public Sample run(String subject, Params params) throws Exception {
        Setup setup = Setup.of(params.number("workers"), ThreadKind.PLATFORM);
        return measure(Subjects.create(subject, setup), params.number("jobs"));
    }

    static Sample measure(Subject subject, int jobs) throws Exception {
        Batch batch = new Batch(BATCH);
        System.gc();
        long bytesBefore = Allocations.total();
        long start = System.nanoTime();
        for (int left = jobs; left > 0; left -= batch.size()) {
            batch.submit(subject, Math.min(left, batch.size()));
            batch.await();
        }
        long bytesBeforeClose = Allocations.countsEndedThreads() ? 0 : Allocations.total();
        subject.close();
        long nanos = System.nanoTime() - start;
        long bytes = (Allocations.countsEndedThreads() ? Allocations.total() : bytesBeforeClose) - bytesBefore;
        batch.verify();
        return Sample.of(jobs, nanos, bytes);
    }
}
