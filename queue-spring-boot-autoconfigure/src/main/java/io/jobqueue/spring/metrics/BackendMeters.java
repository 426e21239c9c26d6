package io.jobqueue.spring.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;

/** The meters of one queue's dealings with a storing backend. None of them counts something that each job does. */
final class BackendMeters {

    private static final List<String> OPERATIONS = List.of("claim", "settle", "extend", "inspect", "enqueue");

    private final MeterRegistry registry;
    private final String queue;
    private final DistributionSummary claimSize;

    BackendMeters(MeterRegistry registry, String queue) {
        this.registry = registry;
        this.queue = queue;
        this.claimSize = DistributionSummary.builder("job.queue.claim.size")
                .description("Jobs that one claim took from the backend")
                .tag("queue", queue)
                .register(registry);
        OPERATIONS.forEach(this::errors);
    }

    /** Makes the counters of a job before they first count. */
    void prepare(String job) {
        recovered(job);
        stale(job);
    }

    void claimed(int jobs) {
        claimSize.record(jobs);
    }

    Counter errors(String operation) {
        return counter(
                "job.queue.backend.errors",
                "Calls of the backend that failed",
                Tags.of("queue", queue, "operation", operation));
    }

    Counter recovered(String job) {
        return counter(
                "job.queue.jobs.recovered",
                "Jobs that were taken over after their node let the lease run out",
                Tags.of("queue", queue, "job", job));
    }

    Counter stale(String job) {
        return counter(
                "job.queue.settles.stale",
                "Results that came too late and changed nothing",
                Tags.of("queue", queue, "job", job));
    }

    private Counter counter(String name, String description, Tags tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }
}
