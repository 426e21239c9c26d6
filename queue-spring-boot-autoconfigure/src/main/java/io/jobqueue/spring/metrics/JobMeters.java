package io.jobqueue.spring.metrics;

import io.jobqueue.JobOutcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The meters of the jobs of one name in one queue. All exist from the beginning, so that rates see the first event. */
final class JobMeters {

    private final Counter submitted;
    private final Counter rejected;
    private final Counter retried;
    private final Map<JobOutcome, Counter> completed = new EnumMap<>(JobOutcome.class);
    private final Timer wait;
    private final Timer execution;

    JobMeters(MeterRegistry registry, String queue, String job) {
        Tags tags = Tags.of("queue", queue, "job", job);
        submitted = counter("job.queue.jobs.submitted", "Jobs that were accepted", tags, registry);
        rejected = counter("job.queue.jobs.rejected", "Jobs that were refused", tags, registry);
        retried = counter("job.queue.jobs.retried", "Attempts that failed and are followed by another", tags, registry);
        for (JobOutcome outcome : JobOutcome.values()) {
            Tags outcomeTags = tags.and("outcome", outcome.tag());
            completed.put(outcome, counter("job.queue.jobs.completed", "Jobs that ended", outcomeTags, registry));
        }
        wait = timer("job.queue.job.wait", "Time from being due to the start of an attempt", tags, registry);
        execution = timer("job.queue.job.execution", "Time that an attempt ran", tags, registry);
    }

    void submitted() {
        submitted.increment();
    }

    void rejected() {
        rejected.increment();
    }

    void started(long waitNanos) {
        wait.record(waitNanos, TimeUnit.NANOSECONDS);
    }

    void retried(long runNanos) {
        retried.increment();
        execution.record(runNanos, TimeUnit.NANOSECONDS);
    }

    /** A job that ended while it waited ran for no time and is not timed. */
    void completed(JobOutcome outcome, long runNanos) {
        Counter counter = completed.get(outcome);
        if (counter != null) {
            counter.increment();
        }
        if (runNanos > 0) {
            execution.record(runNanos, TimeUnit.NANOSECONDS);
        }
    }

    private static Counter counter(String name, String description, Tags tags, MeterRegistry registry) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    private static Timer timer(String name, String description, Tags tags, MeterRegistry registry) {
        return Timer.builder(name).description(description).tags(tags).register(registry);
    }
}
