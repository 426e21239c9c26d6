package io.jobqueue.bench.suite;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Sample;
import io.jobqueue.bench.subject.Setup;
import io.jobqueue.bench.subject.Subject;
import io.jobqueue.bench.subject.Subjects;
import io.jobqueue.bench.subject.ThreadKind;

/** What a job costs when many wait: all are enqueued while the one worker is held, then all are run. */
final class Backlog {

    static final Figure ENQUEUE = Figure.lower("enqueue ns/job");
    static final Figure DRAIN = Figure.lower("drain ns/job");

    /** Small backlogs are built and drained again and again, up to this many jobs. */
    private static final int JOBS_AT_LEAST = 500_000;

    private static final int BATCH = 1_000;

    private final Batch batch = new Batch(BATCH);
    private long enqueueNanos;
    private long drainNanos;

    private Backlog() {}

    static Sample run(String name, Params params) throws Exception {
        int size = params.number("backlog");
        int times = Math.max(1, JOBS_AT_LEAST / size);
        Backlog backlog = new Backlog();
        Setup setup = new Setup(1, ThreadKind.PLATFORM, size + 1);
        System.gc();
        try (Subject subject = Subjects.create(name, setup)) {
            for (int i = 0; i < times; i++) {
                backlog.fillAndDrain(subject, size);
            }
        }
        backlog.batch.verify();
        double jobs = (double) size * times;
        return Sample.empty()
                .with(Figure.NANOS_PER_JOB, (backlog.enqueueNanos + backlog.drainNanos) / jobs)
                .with(ENQUEUE, backlog.enqueueNanos / jobs)
                .with(DRAIN, backlog.drainNanos / jobs);
    }

    private void fillAndDrain(Subject subject, int size) throws Exception {
        Gate gate = Gate.hold(subject, 1);
        long start = System.nanoTime();
        for (int left = size; left > 0; left -= BATCH) {
            batch.submit(subject, Math.min(left, BATCH));
        }
        long full = System.nanoTime();
        gate.open();
        batch.await();
        enqueueNanos += full - start;
        drainNanos += System.nanoTime() - full;
    }
}
