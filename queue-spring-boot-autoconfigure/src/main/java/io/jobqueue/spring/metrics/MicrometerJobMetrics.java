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
    private volatile @Nullable BackendMeters backend;

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

    @Override
    public void claimed(int jobs) {
        BackendMeters found = backend();
        if (found != null) {
            found.claimed(jobs);
        }
    }

    @Override
    public void recovered(String job) {
        BackendMeters found = backend();
        if (found != null) {
            found.recovered(job).increment();
        }
    }

    @Override
    public void stale(String job) {
        BackendMeters found = backend();
        if (found != null) {
            found.stale(job).increment();
        }
    }

    @Override
    public void backendFailed(String operation) {
        BackendMeters found = backend();
        if (found != null) {
            found.errors(operation).increment();
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

    /** Makes the meters of a storing backend, and what they tell about a job, before anything happens. */
    void prepareStored(String job) {
        BackendMeters found = backend();
        if (found != null) {
            found.prepare(job);
        }
    }

    /** The same meters whoever makes them, so they need not be made once. */
    private @Nullable BackendMeters backend() {
        BackendMeters found = backend;
        MeterRegistry used = found == null ? registry.get() : null;
        if (used != null) {
            found = new BackendMeters(used, queue);
            backend = found;
        }
        return found;
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
