package io.jobqueue.bench.suite;

import io.jobqueue.bench.subject.RetryingSubjects;
import io.jobqueue.bench.subject.Subject;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Jobs that fail a few times and then succeed, in batches, so that handing them over costs little next to running them. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AttemptBenchmark {

    private static final int BATCH = 1_000;

    /** The subject's name. */
    @Param("jobqueue")
    public String subject = "";

    /** How often each job fails. */
    @Param({"0", "1", "3", "10"})
    public int failures;

    private Batch batch = new Batch(0);
    private Subject created = RetryingSubjects.create(RetryingSubjects.DIRECT);

    @Setup
    public void create() {
        batch = new Batch(BATCH, failures, Duration.ofSeconds(30));
        created = RetryingSubjects.create(subject);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void runBatch() throws Exception {
        batch.submit(created, BATCH);
        batch.await();
    }

    @TearDown
    public void verify() throws Exception {
        created.close();
        batch.verify();
    }
}
