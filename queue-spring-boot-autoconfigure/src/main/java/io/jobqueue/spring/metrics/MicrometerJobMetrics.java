package io.jobqueue.spring.metrics;

import io.jobqueue.JobOutcome;
import io.jobqueue.event.JobMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times the jobs of one queue. Until it is told the registry it looks for it with each new name, because queues
 * may be made while registries still are; without one nothing is counted. Thread-safe: producers and workers share it.
 */
final class MicrometerJobMetrics implements JobMetrics {

    private final String queue;
    private volatile Supplier<@Nullable MeterRegistry> registry;
    private final ConcurrentMap<String, JobMeters> meters = new ConcurrentHashMap<>();

    MicrometerJobMetrics(String queue, Supplier<@Nullable MeterRegistry> registry) {
        this.queue = queue;
        this.registry = registry;
    }

    @Override
    public void submitted(String job) {
        JobMeters found = find(job);
        if (found != null) {
            found.submitted();
        }
    }

    @Override
    public void rejected(String job) {
        JobMeters found = find(job);
        if (found != null) {
            found.rejected();
        }
    }

    @Override
    public void started(String job, long waitNanos) {
        JobMeters found = find(job);
        if (found != null) {
            found.started(waitNanos);
        }
    }

    @Override
    public void retried(String job, long runNanos) {
        JobMeters found = find(job);
        if (found != null) {
            found.retried(runNanos);
        }
    }

    @Override
    public void completed(String job, JobOutcome outcome, long runNanos) {
        JobMeters found = find(job);
        if (found != null) {
            found.completed(outcome, runNanos);
        }
    }

    /** The context is complete: this is the registry, or there is none. */
    void settleOn(@Nullable MeterRegistry found) {
        registry = () -> found;
    }

    /** Makes the meters of a job before it is first seen. */
    void prepare(String job) {
        find(job);
    }

    private @Nullable JobMeters find(String job) {
        JobMeters found = meters.get(job);
        return found == null ? create(job) : found;
    }

    private @Nullable JobMeters create(String job) {
        MeterRegistry used = registry.get();
        return used == null ? null : meters.computeIfAbsent(job, name -> new JobMeters(used, queue, name));
    }
}
