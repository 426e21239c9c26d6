package io.jobqueue.bench.suite;

import io.jobqueue.bench.subject.RetryingSubjects;
import io.jobqueue.bench.subject.Subject;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Jobs that fail a few times and then succeed, on a worker that has them all before it: they are submitted while a gate
 * holds the worker, and the clock runs from when the gate opens, so that it sees attempts and not the hand-over.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AttemptBenchmark {

    private static final int BATCH = 2_000;

    /** The subject's name. */
    @Param("jobqueue")
    public String subject = "";

    /** How often each job fails. */
    @Param({"0", "1", "3", "10"})
    public int failures;

    private Batch batch = new Batch(0);
    private Gate gate = Gate.none();
    private Subject created = RetryingSubjects.create(RetryingSubjects.DIRECT);

    @Setup
    public void create() {
        batch = new Batch(BATCH, failures, Duration.ofSeconds(30));
        created = RetryingSubjects.create(subject);
    }

    /** Waits with the whole batch at a gate; a subject without a worker runs it inside the benchmark. */
    @Setup(Level.Invocation)
    public void submit() throws Exception {
        if (!isDirect()) {
            gate = Gate.hold(created, 1);
            batch.submit(created, BATCH);
        }
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void runBatch() throws Exception {
        if (isDirect()) {
            batch.submit(created, BATCH);
        } else {
            gate.open();
        }
        batch.await();
    }

    private boolean isDirect() {
        return subject.equals(RetryingSubjects.DIRECT);
    }

    @TearDown
    public void verify() throws Exception {
        created.close();
        batch.verify();
    }
}
