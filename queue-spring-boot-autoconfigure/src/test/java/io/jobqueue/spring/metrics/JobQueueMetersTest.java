package io.jobqueue.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jobqueue.JobQueue;
import io.jobqueue.QueueFullException;
import io.jobqueue.spring.Contexts;
import io.jobqueue.spring.JobHandler;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class JobQueueMetersTest {

    private static final Duration SOON = Duration.ofSeconds(5);

    private final ApplicationContextRunner runner = Contexts.runner()
            .withConfiguration(AutoConfigurations.of(
                    MetricsAutoConfiguration.class,
                    CompositeMeterRegistryAutoConfiguration.class,
                    SimpleMetricsExportAutoConfiguration.class))
            .withBean(Handlers.class);

    private static double count(MeterRegistry registry, String name, String... tags) {
        Counter counter = registry.find(name).tags(tags).counter();
        assertThat(counter).as(name + List.of(tags)).isNotNull();
        return counter.count();
    }

    private static double gauge(MeterRegistry registry, String name) {
        return registry.get(name).tag("queue", "default").gauge().value();
    }

    @Test
    void counters_knownHandlers_existAtZeroBeforeFirstJob() {
        runner.run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            for (String outcome : List.of("success", "failure", "timeout", "cancelled")) {
                assertThat(count(registry, "job.queue.jobs.completed", "job", "good", "outcome", outcome))
                        .isZero();
            }
            for (String name : List.of("submitted", "rejected", "retried")) {
                assertThat(count(registry, "job.queue.jobs." + name, "queue", "default", "job", "bad"))
                        .isZero();
                assertThat(count(registry, "job.queue.jobs." + name, "job", "task"))
                        .isZero();
            }
            assertThat(registry.get("job.queue.job.execution")
                            .tag("job", "good")
                            .timer()
                            .count())
                    .isZero();
        });
    }

    @Test
    void jobs_anyOutcome_areCountedAndTimed() {
        runner.run(
                context -> assertJobsAreCounted(context.getBean(JobQueue.class), context.getBean(MeterRegistry.class)));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void jobs_onVirtualThreads_areCountedAlike() {
        runner.withPropertyValues("spring.threads.virtual.enabled=true")
                .run(context ->
                        assertJobsAreCounted(context.getBean(JobQueue.class), context.getBean(MeterRegistry.class)));
    }

    private static void assertJobsAreCounted(JobQueue queue, MeterRegistry registry) throws InterruptedException {
        queue.enqueue("good", null);
        queue.enqueue("bad", null);
        queue.enqueue("slow", null);
        queue.execute(() -> {});
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(count(registry, "job.queue.jobs.completed", "job", "good", "outcome", "success"))
                    .isEqualTo(1);
            assertThat(count(registry, "job.queue.jobs.completed", "job", "bad", "outcome", "failure"))
                    .isEqualTo(1);
            assertThat(count(registry, "job.queue.jobs.completed", "job", "slow", "outcome", "timeout"))
                    .isEqualTo(1);
            assertThat(count(registry, "job.queue.jobs.completed", "job", "task", "outcome", "success"))
                    .isEqualTo(1);
        });
        assertThat(count(registry, "job.queue.jobs.submitted", "job", "bad")).isEqualTo(1);
        assertThat(count(registry, "job.queue.jobs.retried", "job", "bad")).isEqualTo(2);
        assertThat(registry.get("job.queue.job.execution")
                        .tag("job", "bad")
                        .timer()
                        .count())
                .isEqualTo(3);
        assertThat(registry.get("job.queue.job.wait").tag("job", "bad").timer().count())
                .isEqualTo(3);
        assertThat(registry.get("job.queue.job.execution")
                        .tag("job", "slow")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isGreaterThanOrEqualTo(40);
    }

    @Test
    void rejections_areCounted() {
        runner.withPropertyValues("job-queue.worker-count=0", "job-queue.capacity=1")
                .run(context -> {
                    JobQueue queue = context.getBean(JobQueue.class);
                    queue.enqueue("good", null);
                    assertThatThrownBy(() -> queue.enqueue("good", null)).isInstanceOf(QueueFullException.class);
                    assertThat(count(context.getBean(MeterRegistry.class), "job.queue.jobs.rejected", "job", "good"))
                            .isEqualTo(1);
                });
    }

    @Test
    void gauges_showWorkersAndBacklog() {
        runner.withPropertyValues("job-queue.worker-count=1", "job-queue.queues.mails.worker-count=3")
                .run(context -> {
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    JobQueue queue = context.getBean(JobQueue.class);
                    CountDownLatch release = new CountDownLatch(1);
                    queue.submit(() -> release.await(10, TimeUnit.SECONDS));
                    await().atMost(SOON).until(() -> gauge(registry, "job.queue.workers.busy") == 1);
                    queue.execute(() -> {});
                    queue.enqueue(
                            "good", null, io.jobqueue.EnqueueOptions.defaults().withDelay(Duration.ofHours(1)));
                    assertThat(gauge(registry, "job.queue.workers.limit")).isEqualTo(1);
                    assertThat(gauge(registry, "job.queue.workers.alive")).isEqualTo(1);
                    assertThat(gauge(registry, "job.queue.workers.abandoned")).isZero();
                    assertThat(gauge(registry, "job.queue.jobs.waiting")).isEqualTo(1);
                    assertThat(gauge(registry, "job.queue.jobs.delayed")).isEqualTo(1);
                    assertThat(gauge(registry, "job.queue.jobs.dead")).isZero();
                    await().atMost(SOON)
                            .until(() -> registry.get("job.queue.oldest.age")
                                            .tag("queue", "default")
                                            .timeGauge()
                                            .value(TimeUnit.MILLISECONDS)
                                    > 0);
                    assertThat(registry.get("job.queue.workers.limit")
                                    .tag("queue", "mails")
                                    .gauge()
                                    .value())
                            .isEqualTo(3);
                    release.countDown();
                });
    }

    @Test
    void series_ofOneName_haveTheSameTagKeysAndNoIds() {
        runner.withPropertyValues("job-queue.queues.mails=").run(context -> {
            JobQueue queue = context.getBean(JobQueue.class);
            queue.enqueue("bad", null);
            queue.execute(() -> {});
            assertThat(queue.awaitIdle(SOON)).isTrue();
            Map<String, Set<Set<String>>> keys = context.getBean(MeterRegistry.class).getMeters().stream()
                    .map(Meter::getId)
                    .filter(id -> id.getName().startsWith("job.queue."))
                    .collect(Collectors.groupingBy(
                            Meter.Id::getName,
                            Collectors.mapping(
                                    id -> id.getTags().stream()
                                            .map(Tag::getKey)
                                            .collect(Collectors.toCollection(TreeSet::new)),
                                    Collectors.toSet())));
            assertThat(keys).hasSize(14);
            keys.forEach((name, sets) -> {
                assertThat(sets).as(name).hasSize(1);
                assertThat(Set.of("queue", "job", "outcome"))
                        .as(name)
                        .containsAll(sets.iterator().next());
            });
        });
    }

    @Test
    void registry_thatFails_harmsNoJob() {
        MeterRegistry failing = new SimpleMeterRegistry();
        failing.config().meterFilter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                if (id.getName().startsWith("job.queue.")) {
                    throw new IllegalStateException("no meters today");
                }
                return id;
            }
        });
        Contexts.runner()
                .withBean(Handlers.class)
                .withBean(MeterRegistry.class, () -> failing)
                .run(context -> {
                    JobQueue queue = context.getBean(JobQueue.class);
                    queue.enqueue("good", null);
                    queue.enqueue("bad", null);
                    await().atMost(SOON)
                            .until(() -> queue.stats().succeeded() == 1
                                    && queue.stats().failed() == 1);
                });
    }

    @Test
    void registry_withoutBootsMetricsModule_getsGaugesToo() {
        Contexts.runner()
                .withBean(Handlers.class)
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.micrometer"))
                .run(context -> {
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    assertThat(gauge(registry, "job.queue.workers.limit")).isPositive();
                    assertThat(count(registry, "job.queue.jobs.submitted", "job", "good"))
                            .isZero();
                });
    }

    @Test
    void registry_none_jobsRun() {
        Contexts.runner().withBean(Handlers.class).run(context -> {
            JobQueue queue = context.getBean(JobQueue.class);
            queue.enqueue("good", null);
            assertThat(queue.awaitIdle(SOON)).isTrue();
            assertThat(queue.stats().succeeded()).isEqualTo(1);
        });
    }

    static class Handlers {
        @JobHandler("good")
        void good() {}

        @JobHandler(name = "bad", maxRetries = "2", retryDelay = "1ms")
        void bad() {
            throw new IllegalStateException("as it should");
        }

        @JobHandler(name = "slow", timeout = "50ms")
        void slow() throws InterruptedException {
            new CountDownLatch(1).await();
        }
    }
}
