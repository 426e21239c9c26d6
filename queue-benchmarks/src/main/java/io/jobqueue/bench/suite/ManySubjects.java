package io.jobqueue.bench.suite;

import com.sun.management.OperatingSystemMXBean;
import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Sample;
import io.jobqueue.bench.subject.Setup;
import io.jobqueue.bench.subject.Subject;
import io.jobqueue.bench.subject.Subjects;
import io.jobqueue.bench.subject.ThreadKind;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Several queues in one service: what a job costs when all are busy, and what they cost when they have nothing to do. */
final class ManySubjects {

    static final Figure IDLE_CPU = Figure.lower("idle CPU ms/s");

    private static final int BATCH = 1_000;
    private static final Duration IDLE = Duration.ofSeconds(2);

    private final List<Subject> subjects = new ArrayList<>();
    private final Batch batch = new Batch(BATCH);

    private ManySubjects() {}

    static Sample run(String name, Params params) throws Exception {
        ManySubjects many = new ManySubjects();
        for (int i = 0; i < params.number("queues"); i++) {
            many.subjects.add(Subjects.create(name, new Setup(1, ThreadKind.PLATFORM, BATCH)));
        }
        Sample sample = many.busy(params.number("jobs")).with(IDLE_CPU, idleCpuMillisPerSecond());
        for (Subject subject : many.subjects) {
            subject.close();
        }
        many.batch.verify();
        return sample;
    }

    /** Batches go to the queues by turns. */
    private Sample busy(int jobs) throws Exception {
        System.gc();
        long start = System.nanoTime();
        for (int done = 0; done < jobs; done += BATCH) {
            batch.submit(subjects.get(done / BATCH % subjects.size()), BATCH);
            batch.await();
        }
        return Sample.empty().with(Figure.NANOS_PER_JOB, (double) (System.nanoTime() - start) / jobs);
    }

    private static double idleCpuMillisPerSecond() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long before = system.getProcessCpuTime();
        long start = System.nanoTime();
        for (long left = IDLE.toNanos(); left > 0; left = IDLE.toNanos() - (System.nanoTime() - start)) {
            LockSupport.parkNanos(left);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return (system.getProcessCpuTime() - before) / 1e6 / seconds;
    }
}
