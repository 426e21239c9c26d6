package io.jobqueue.bench.suite;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Group;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Plan;
import io.jobqueue.bench.run.Sample;
import io.jobqueue.bench.run.Suite;
import io.jobqueue.bench.run.WrongResultException;
import io.jobqueue.bench.subject.RetryingSubjects;
import io.jobqueue.bench.subject.Subjects;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * What an attempt costs, measured by JMH inside the subject's JVM. Each round is one JMH run of few iterations; the rounds
 * take turns, which JMH's own forks cannot.
 */
public final class AttemptSuite implements Suite {

    private static final int[] FAILURES = {0, 1, 3, 10};
    /** From this version on Java complains about what JMH does. */
    private static final int UNSAFE_WARNS = 24;

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    @Override
    public String name() {
        return "attempt";
    }

    @Override
    public String about() {
        return "one worker, jobs that fail 0, 1, 3, 10 times and then succeed; ns and bytes per job";
    }

    @Override
    public Plan plan(boolean quick, int javaVersion) {
        Plan plan = Plan.of(1, quick ? 3 : 7, Duration.ofMinutes(2), "-Xmx512m");
        return javaVersion < UNSAFE_WARNS ? plan : plan.with("--sun-misc-unsafe-memory-access=allow");
    }

    @Override
    public List<Group> groups(boolean quick, int javaVersion) {
        List<String> subjects = List.of(
                Subjects.JOBQUEUE,
                RetryingSubjects.SPRING_RETRY,
                RetryingSubjects.FUTURE_TIMEOUT,
                RetryingSubjects.DIRECT);
        List<Group> groups = new ArrayList<>();
        for (int failures : FAILURES) {
            Params params = Params.none().with("failures", failures).with("millis", quick ? 300 : 1_000);
            String name = failures + (failures == 1 ? " failure" : " failures");
            groups.add(new Group(name, params, subjects, List.of(Figure.NANOS_PER_JOB, Figure.BYTES_PER_JOB), true));
        }
        return groups;
    }

    @Override
    public Sample run(String subject, Params params) {
        TimeValue iteration = TimeValue.milliseconds(params.number("millis"));
        Options options = new OptionsBuilder()
                .include(AttemptBenchmark.class.getName())
                .param("subject", subject)
                .param("failures", params.text("failures"))
                .forks(0)
                .warmupIterations(1)
                .warmupTime(iteration)
                .measurementIterations(2)
                .measurementTime(iteration)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();
        try {
            RunResult result = new Runner(options).runSingle();
            return Sample.empty()
                    .with(Figure.NANOS_PER_JOB, result.getPrimaryResult().getScore())
                    .with(Figure.BYTES_PER_JOB, allocated(result));
        } catch (RunnerException e) {
            throw new WrongResultException(String.valueOf(e.getCause() == null ? e : e.getCause()));
        }
    }

    @SuppressWarnings("rawtypes") // in the interface of JMH
    private static double allocated(RunResult result) {
        for (var figure : result.getSecondaryResults().entrySet()) {
            if (figure.getKey().endsWith(ALLOCATED)) {
                return figure.getValue().getScore();
            }
        }
        return Double.NaN;
    }
}
