package io.jobqueue.spring.metrics;

import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueBuilder;
import io.jobqueue.QueueStats;
import io.jobqueue.event.JobEvent;
import io.jobqueue.spring.JobQueueCustomizer;
import io.jobqueue.spring.JobQueues;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Gives each queue its counters and timers when it is built, and its gauges when all queues and handlers are known. */
final class JobQueueMeters implements JobQueueCustomizer, MeterBinder, SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(JobQueueMeters.class);

    private final ListableBeanFactory beans;
    private final Map<String, MicrometerJobMetrics> metrics = new ConcurrentHashMap<>();
    private final Set<MeterRegistry> bound = ConcurrentHashMap.newKeySet();

    JobQueueMeters(ListableBeanFactory beans) {
        this.beans = beans;
    }

    /** Does nothing, so that jobs pay nothing, if no registry is defined. */
    @Override
    public void customize(String queue, JobQueueBuilder builder) {
        if (beans.getBeanNamesForType(MeterRegistry.class, true, false).length > 0) {
            MicrometerJobMetrics own = new MicrometerJobMetrics(queue, this::registry);
            metrics.put(queue, own);
            builder.metrics(own);
        }
    }

    /** Makes the meters of known jobs, so that they read 0 before the first one. A failing registry fails nothing. */
    @Override
    public void afterSingletonsInstantiated() {
        MeterRegistry registry = registry();
        metrics.values().forEach(own -> own.settleOn(registry));
        if (registry == null) {
            return;
        }
        try {
            metrics.forEach((queue, own) -> {
                own.prepare(JobEvent.TASK);
                queues().handlers(queue).forEach(own::prepare);
                if (queues().find(queue).filter(JobQueueMeters::isStored).isPresent()) {
                    queues().handlers(queue).forEach(own::prepareStored);
                }
            });
            bindTo(registry); // Boot does that, too, if its module for metrics is there
        } catch (RuntimeException e) {
            log.warn("Not all meters of job queues could be registered", e);
        }
    }

    @Override
    public void bindTo(MeterRegistry target) {
        if (bound.add(target)) {
            queues().forEach(queue -> bind(queue, target));
        }
    }

    private @Nullable MeterRegistry registry() {
        return beans.getBeanProvider(MeterRegistry.class).getIfUnique();
    }

    private JobQueues queues() {
        return beans.getBean(JobQueues.class);
    }

    private static void bind(JobQueue queue, MeterRegistry target) {
        gauge(target, queue, "job.queue.workers.limit", "Jobs that may run at once", QueueStats::workerLimit);
        gauge(target, queue, "job.queue.workers.alive", "Worker threads that exist", QueueStats::workersAlive);
        gauge(target, queue, "job.queue.workers.busy", "Worker threads that run a job", JobQueueMeters::busy);
        gauge(
                target,
                queue,
                "job.queue.workers.abandoned",
                "Threads still in a handler whose job has ended",
                QueueStats::abandoned);
        sampled(target, queue, "job.queue.jobs.waiting", "Jobs ready to run", QueueStats::waiting);
        sampled(target, queue, "job.queue.jobs.delayed", "Jobs waiting for a time", QueueStats::delayed);
        sampled(target, queue, "job.queue.jobs.dead", "Jobs kept after they failed for good", QueueStats::dead);
        age(
                target,
                queue,
                "job.queue.oldest.age",
                "How long the job at the head has been waiting",
                stats -> stats.sampleAge() == null ? null : stats.oldestAge());
        if (isStored(queue)) {
            age(target, queue, "job.queue.sample.age", "How old the numbers of the backend are", QueueStats::sampleAge);
        }
    }

    /** Whether the numbers of what waits come from a backend that is asked from time to time. */
    private static boolean isStored(JobQueue queue) {
        return !Duration.ZERO.equals(queue.stats().sampleAge());
    }

    /** Not a number as long as the backend has not been heard of. */
    private static void sampled(
            MeterRegistry target, JobQueue queue, String name, String text, ToDoubleFunction<QueueStats> number) {
        gauge(target, queue, name, text, stats -> stats.sampleAge() == null ? Double.NaN : number.applyAsDouble(stats));
    }

    private static void age(
            MeterRegistry target,
            JobQueue queue,
            String name,
            String text,
            Function<QueueStats, @Nullable Duration> age) {
        ToDoubleFunction<JobQueue> nanos = q -> {
            Duration known = age.apply(q.stats());
            return known == null ? Double.NaN : known.toNanos();
        };
        TimeGauge.builder(name, queue, TimeUnit.NANOSECONDS, nanos)
                .description(text)
                .tag("queue", queue.name())
                .register(target);
    }

    private static int busy(QueueStats stats) {
        return Math.max(0, stats.workersAlive() - stats.workersIdle());
    }

    private static void gauge(
            MeterRegistry target, JobQueue queue, String name, String text, ToDoubleFunction<QueueStats> number) {
        Gauge.builder(name, queue, q -> number.applyAsDouble(q.stats()))
                .description(text)
                .tag("queue", queue.name())
                .register(target);
    }
}
