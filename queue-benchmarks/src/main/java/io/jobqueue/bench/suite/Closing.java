package io.jobqueue.bench.suite;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Sample;
import io.jobqueue.bench.subject.Setup;
import io.jobqueue.bench.subject.Subject;
import io.jobqueue.bench.subject.Subjects;
import io.jobqueue.bench.subject.ThreadKind;

/** How long it takes to close when all workers exist and have nothing to do. */
final class Closing {

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
        long start = System.nanoTime();
        subject.close();
        double millis = (System.nanoTime() - start) / 1e6;
        batch.verify();
        return Sample.empty().with(CLOSE, millis);
    }
}
