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

/** How long it takes to close when all workers exist and have nothing to do. */
final class Closing {

    private static final int MAX_LOOKS = 300;
    private static final long LOOK_MILLIS = 200;
    private static final long IDLE_NANOS_PER_MILLI = 50_000;

    static final Figure CLOSE = Figure.lower("close ms");

    private Closing() {}

    static Sample run(String name, Params params) throws Exception {
        int workers = params.number("workers");
        Subject subject = Subjects.create(name, new Setup(workers, ThreadKind.VIRTUAL, workers));
        Gate gate = Gate.hold(subject, workers);
        gate.open();
        // One more batch, so that most workers have gone back to waiting.
        Batch batch = new Batch(1_000);
        batch.submit(subject, batch.size());
        batch.await();
        System.gc();
        awaitIdleProcess();
        long start = System.nanoTime();
        subject.close();
        double millis = (System.nanoTime() - start) / 1e6;
        batch.verify();
        return Sample.empty().with(CLOSE, millis);
    }

    /** Waits until this process uses next to no processor time, which means that all workers have gone to sleep. */
    private static void awaitIdleProcess() throws InterruptedException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        for (int look = 0; look < MAX_LOOKS; look++) {
            long before = system.getProcessCpuTime();
            Thread.sleep(LOOK_MILLIS);
            if (system.getProcessCpuTime() - before < LOOK_MILLIS * IDLE_NANOS_PER_MILLI) {
                return;
            }
        }
    }
}
