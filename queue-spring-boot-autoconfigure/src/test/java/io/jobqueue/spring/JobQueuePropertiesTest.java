package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jobqueue.JobQueue;
import io.jobqueue.QueueFullException;
import io.jobqueue.QueueState;
import io.jobqueue.spi.Settlement;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** One test per property that fails if the property does nothing. */
class JobQueuePropertiesTest {

    private static final Duration SOON = Duration.ofSeconds(5);

    private final ScriptedBackend backend = new ScriptedBackend();

    private static void with(ThrowingConsumer<JobQueue> test, String... properties) {
        context(context -> test.accept(context.getBean(JobQueue.class)), properties);
    }

    private static void context(ThrowingConsumer<AssertableApplicationContext> test, String... properties) {
        runner(properties).run(test::accept);
    }

    private static ApplicationContextRunner runner(String... properties) {
        return Contexts.runner().withBean(Handlers.class).withPropertyValues(properties);
    }

    private void scripted(Consumer<AssertableApplicationContext> test, String... properties) {
        runner(properties)
                .withPropertyValues("job-queue.backend=scripted")
                .withBean(JobBackendFactory.class, backend::factory)
                .run(test::accept);
    }

    private Settlement settled() {
        await().atMost(SOON).until(() -> !backend.settlements.isEmpty());
        return backend.settlements.get(0);
    }

    @Test
    @EffectOf("job-queue.enabled")
    void enabled_false_definesNoQueue() {
        context(context -> assertThat(context).doesNotHaveBean(JobQueue.class), "job-queue.enabled=false");
    }

    @Test
    @EffectOf("job-queue.name")
    void name_set_namesDefaultQueue() {
        with(queue -> assertThat(queue.name()).isEqualTo("main"), "job-queue.name=main");
    }

    @Test
    @EffectOf("job-queue.observations")
    void observations_false_areNotMadeThoughSomebodyObserves() {
        TestObservationRegistry registry = TestObservationRegistry.create();
        runner("job-queue.observations=false")
                .withBean(ObservationRegistry.class, () -> registry)
                .run(context -> {
                    JobQueue queue = context.getBean(JobQueue.class);
                    queue.enqueue("succeed", null);
                    assertThat(queue.awaitIdle(SOON)).isTrue();
                    TestObservationRegistryAssert.assertThat(registry).doesNotHaveAnyObservation();
                });
    }

    @Test
    @EffectOf("job-queue.mdc")
    void mdc_false_leavesMdcAlone() {
        context(
                context -> {
                    JobQueue queue = context.getBean(JobQueue.class);
                    queue.enqueue("mdc", null);
                    assertThat(queue.awaitIdle(SOON)).isTrue();
                    assertThat(context.getBean(Handlers.class).mdcSize).hasValue(0);
                },
                "job-queue.mdc=false");
    }

    @Test
    @EffectOf("job-queue.queues")
    void queues_override_winsForThatQueueOnly() {
        context(
                context -> {
                    JobQueues queues = context.getBean(JobQueues.class);
                    assertThat(queues.find("a").orElseThrow().workerCount()).isEqualTo(2);
                    assertThat(queues.find("b").orElseThrow().workerCount()).isEqualTo(3);
                    assertThat(queues.find("default").orElseThrow().workerCount())
                            .isEqualTo(4);
                },
                "job-queue.worker-count=3",
                "job-queue.queues.a.worker-count=2",
                "job-queue.queues.b=",
                "job-queue.queues.default.worker-count=4");
    }

    @Test
    @EffectOf("job-queue.worker-count")
    void workerCount_set_limitsWorkers() {
        with(queue -> assertThat(queue.workerCount()).isEqualTo(5), "job-queue.worker-count=5");
    }

    @Test
    @EffectOf("job-queue.timeout")
    void timeout_short_endsJob() {
        with(
                queue -> {
                    queue.enqueue("block", null);
                    await().atMost(SOON).until(() -> queue.stats().timedOut() == 1);
                },
                "job-queue.timeout=50ms");
    }

    @Test
    @EffectOf("job-queue.attempt-timeout")
    void attemptTimeout_short_endsAttempt() {
        with(
                queue -> {
                    queue.enqueue("block", null);
                    await().atMost(SOON).until(() -> queue.stats().timedOut() == 1);
                },
                "job-queue.attempt-timeout=50ms");
    }

    @Test
    @EffectOf({"job-queue.retry.max-retries", "job-queue.retry.delay"})
    void retry_maxRetriesAndDelay_repeatFailedAttempts() {
        with(
                queue -> {
                    queue.enqueue("fail", null);
                    await().atMost(SOON).until(() -> queue.stats().failed() == 1);
                    assertThat(queue.stats().retried()).isEqualTo(2);
                },
                "job-queue.retry.max-retries=2",
                "job-queue.retry.delay=1ms");
    }

    @Test
    @EffectOf({"job-queue.retry.multiplier", "job-queue.retry.max-delay", "job-queue.retry.jitter"})
    void retry_backoff_isMadeOfProperties() {
        context(
                context -> {
                    var retry = new QueueSettings("default", context.getBean(JobQueueProperties.class)).retryPolicy();
                    assertThat(retry.backoff().delayNanos(0, 0))
                            .isEqualTo(Duration.ofMillis(10).toNanos());
                    assertThat(retry.backoff().delayNanos(1, 0))
                            .isEqualTo(Duration.ofMillis(30).toNanos());
                    assertThat(retry.backoff().delayNanos(2, 0))
                            .isEqualTo(Duration.ofMillis(50).toNanos());
                    assertThat(retry.backoff().delayNanos(2, 0.5))
                            .isEqualTo(Duration.ofMillis(45).toNanos());
                },
                "job-queue.retry.delay=10ms",
                "job-queue.retry.multiplier=3",
                "job-queue.retry.max-delay=50ms",
                "job-queue.retry.jitter=0.2");
    }

    @Test
    @EffectOf("job-queue.retry.multiplier")
    void retry_multiplier_growsDelays() {
        scripted(
                context -> {
                    backend.offer("fail", 0, Duration.ZERO);
                    assertThat(settled().delay()).isEqualTo(Duration.ofMillis(70));
                },
                "job-queue.retry.max-retries=1",
                "job-queue.retry.delay=70ms",
                "job-queue.retry.multiplier=1");
    }

    @Test
    void retry_delayAboveDefaultMaximum_isNotCutShort() {
        scripted(
                context -> {
                    backend.offer("fail", 0, Duration.ZERO);
                    assertThat(settled().delay()).isEqualTo(Duration.ofMinutes(5));
                },
                "job-queue.retry.max-retries=1",
                "job-queue.retry.delay=5m");
    }

    @Test
    @EffectOf("job-queue.retry.jitter")
    void retry_jitter_shortensDelays() {
        scripted(
                context -> {
                    backend.offer("fail", 0, Duration.ZERO);
                    assertThat(settled().delay())
                            .isLessThan(Duration.ofHours(1))
                            .isGreaterThanOrEqualTo(Duration.ZERO);
                },
                "job-queue.retry.max-retries=1",
                "job-queue.retry.delay=1h",
                "job-queue.retry.jitter=1");
    }

    @Test
    @EffectOf({"job-queue.capacity", "job-queue.when-full"})
    void capacity_reachedAndRejecting_refuses() {
        with(
                queue -> {
                    queue.enqueue("succeed", null);
                    assertThatThrownBy(() -> queue.enqueue("succeed", null)).isInstanceOf(QueueFullException.class);
                },
                "job-queue.worker-count=0",
                "job-queue.capacity=1",
                "job-queue.when-full=reject");
    }

    @Test
    @EffectOf("job-queue.when-full")
    void whenFull_callerRuns_runsOnCaller() {
        context(
                context -> {
                    JobQueue queue = context.getBean(JobQueue.class);
                    queue.enqueue("succeed", null);
                    queue.enqueue("succeed", null);
                    assertThat(context.getBean(Handlers.class).threads).containsExactly(Thread.currentThread());
                },
                "job-queue.worker-count=0",
                "job-queue.capacity=1",
                "job-queue.when-full=caller-runs");
    }

    @Test
    @EffectOf("job-queue.block-timeout")
    void blockTimeout_passed_refuses() {
        with(
                queue -> {
                    queue.enqueue("succeed", null);
                    long start = System.nanoTime();
                    assertThatThrownBy(() -> queue.enqueue("succeed", null)).isInstanceOf(QueueFullException.class);
                    assertThat(Duration.ofNanos(System.nanoTime() - start))
                            .isBetween(Duration.ofMillis(200), Duration.ofSeconds(5));
                },
                "job-queue.worker-count=0",
                "job-queue.capacity=1",
                "job-queue.when-full=block",
                "job-queue.block-timeout=200ms");
    }

    @Test
    @EffectOf("job-queue.idle-timeout")
    void idleTimeout_passed_endsWorkers() {
        with(
                queue -> {
                    queue.enqueue("succeed", null);
                    await().atMost(SOON).until(() -> queue.stats().succeeded() == 1);
                    await().atMost(SOON).until(() -> queue.stats().workersAlive() == 0);
                },
                "job-queue.idle-timeout=50ms");
    }

    @Test
    @EffectOf("job-queue.poll-interval")
    void pollInterval_set_isHowLongClaimsWait() {
        scripted(
                context -> await().atMost(SOON)
                        .until(() -> backend.waits.stream()
                                .anyMatch(wait -> wait.compareTo(Duration.ZERO) > 0
                                        && wait.compareTo(Duration.ofMillis(123)) <= 0)),
                "job-queue.poll-interval=123ms");
    }

    @Test
    @EffectOf("job-queue.abandoned-limit")
    void abandonedLimit_reached_startsNothingNew() {
        context(
                context -> {
                    JobQueue queue = context.getBean(JobQueue.class);
                    Handlers handlers = context.getBean(Handlers.class);
                    queue.enqueue("stubborn", null);
                    await().atMost(SOON).until(() -> queue.stats().abandoned() == 1);
                    queue.enqueue("succeed", null);
                    await().during(Duration.ofMillis(200))
                            .atMost(SOON)
                            .until(() -> queue.stats().waiting() == 1);
                    handlers.released.countDown();
                    await().atMost(SOON).until(() -> queue.stats().succeeded() == 1);
                },
                "job-queue.abandoned-limit=1",
                "job-queue.timeout=50ms");
    }

    @Test
    @EffectOf("job-queue.virtual-threads")
    void virtualThreads_true_needsJavaThatHasThem() {
        runner("job-queue.virtual-threads=true").run(context -> {
            if (JRE.currentJre().compareTo(JRE.JAVA_21) < 0) {
                assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("job-queue.virtual-threads")
                        .hasMessageContaining("Java 21");
            } else {
                context.getBean(JobQueue.class).enqueue("succeed", null);
                Handlers handlers = context.getBean(Handlers.class);
                await().atMost(SOON).until(() -> handlers.threads.size() == 1);
                assertThat(handlers.threads.get(0).toString()).startsWith("VirtualThread");
            }
        });
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualThreads_notSet_followsSpringsProperty() {
        context(
                context -> {
                    context.getBean(JobQueue.class).enqueue("succeed", null);
                    Handlers handlers = context.getBean(Handlers.class);
                    await().atMost(SOON).until(() -> handlers.threads.size() == 1);
                    assertThat(handlers.threads.get(0).toString()).startsWith("VirtualThread");
                },
                "spring.threads.virtual.enabled=true");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualThreads_false_winsOverSpringsProperty() {
        context(
                context -> {
                    context.getBean(JobQueue.class).enqueue("succeed", null);
                    Handlers handlers = context.getBean(Handlers.class);
                    await().atMost(SOON).until(() -> handlers.threads.size() == 1);
                    assertThat(handlers.threads.get(0).toString()).doesNotStartWith("VirtualThread");
                },
                "spring.threads.virtual.enabled=true",
                "job-queue.virtual-threads=false");
    }

    @Test
    @EffectOf("job-queue.copy-payloads")
    void copyPayloads_true_givesHandlersTheirOwn() {
        context(
                context -> {
                    Payload payload = new Payload("x");
                    context.getBean(JobQueue.class).enqueue("payload", payload);
                    Handlers handlers = context.getBean(Handlers.class);
                    await().atMost(SOON).until(() -> handlers.payloads.size() == 1);
                    assertThat(handlers.payloads.get(0)).isEqualTo(payload).isNotSameAs(payload);
                },
                "job-queue.copy-payloads=true");
    }

    @Test
    @EffectOf("job-queue.backend")
    void backend_ofFactoryBean_isUsed() {
        scripted(context -> {
            context.getBean(JobQueue.class).enqueue("payload", new Payload("x"));
            assertThat(backend.enqueued).hasSize(1);
            assertThat((byte[]) backend.enqueued.get(0).payload()).asString().isEqualTo("{\"text\":\"x\"}");
        });
    }

    @Test
    @EffectOf("job-queue.auto-startup")
    void autoStartup_false_leavesQueueCreated() {
        context(
                context -> {
                    JobQueues queues = context.getBean(JobQueues.class);
                    assertThat(queues.find("default").orElseThrow().state()).isEqualTo(QueueState.CREATED);
                    assertThat(queues.find("eager").orElseThrow().state()).isEqualTo(QueueState.RUNNING);
                },
                "job-queue.auto-startup=false",
                "job-queue.queues.eager.auto-startup=true");
    }

    @Test
    @EffectOf("job-queue.max-recoveries")
    void maxRecoveries_exceeded_buriesJob() {
        scripted(
                context -> {
                    backend.offer("succeed", 3, Duration.ZERO);
                    assertThat(settled().action()).isEqualTo(Settlement.Action.BURY);
                },
                "job-queue.max-recoveries=2");
    }

    @Test
    @EffectOf({"job-queue.unprocessable.delay", "job-queue.unprocessable.age"})
    void unprocessable_youngJob_isReleasedForDelay() {
        scripted(
                context -> {
                    backend.offer("unknown", 0, Duration.ofMinutes(1));
                    assertThat(settled().action()).isEqualTo(Settlement.Action.RELEASE);
                    assertThat(settled().delay()).isEqualTo(Duration.ofSeconds(7));
                },
                "job-queue.unprocessable.delay=7s",
                "job-queue.unprocessable.age=1h");
    }

    @Test
    @EffectOf("job-queue.unprocessable.age")
    void unprocessable_oldJob_isBuried() {
        scripted(
                context -> {
                    backend.offer("unknown", 0, Duration.ofMinutes(1));
                    assertThat(settled().action()).isEqualTo(Settlement.Action.BURY);
                },
                "job-queue.unprocessable.age=30s");
    }

    @Test
    @EffectOf({"job-queue.shutdown.timeout", "job-queue.shutdown.grace"})
    void shutdown_overLimit_interruptsAndGivesUp() {
        AtomicInteger abandoned = new AtomicInteger();
        long[] start = new long[1];
        context(
                context -> {
                    JobQueue queue = context.getBean(JobQueue.class);
                    Handlers handlers = context.getBean(Handlers.class);
                    queue.enqueue("stubborn", null);
                    await().atMost(SOON).until(() -> queue.stats().running() == 1);
                    start[0] = System.nanoTime();
                    context.close();
                    abandoned.set(queue.stats().abandoned());
                    handlers.released.countDown();
                },
                "job-queue.shutdown.timeout=100ms",
                "job-queue.shutdown.grace=100ms");
        assertThat(abandoned).hasValue(1);
        assertThat(Duration.ofNanos(System.nanoTime() - start[0])).isBetween(Duration.ofMillis(200), SOON);
    }

    @Test
    @EffectOf("job-queue.shutdown.phase")
    void shutdownPhase_set_isTheLifecycles() {
        context(
                context -> assertThat(context.getBean(JobQueueLifecycle.class).getPhase())
                        .isEqualTo(42),
                "job-queue.shutdown.phase=42");
        context(context ->
                assertThat(context.getBean(JobQueueLifecycle.class).getPhase()).isEqualTo(Integer.MAX_VALUE - 3072));
    }

    record Payload(String text) {}

    static class Handlers {
        final List<Thread> threads = new java.util.concurrent.CopyOnWriteArrayList<>();
        final List<Payload> payloads = new java.util.concurrent.CopyOnWriteArrayList<>();
        final CountDownLatch released = new CountDownLatch(1);
        final AtomicInteger mdcSize = new AtomicInteger(-1);

        @JobHandler("succeed")
        void succeed() {
            threads.add(Thread.currentThread());
        }

        @JobHandler("fail")
        void fail() {
            throw new IllegalStateException("as it should");
        }

        @JobHandler("block")
        void block() throws InterruptedException {
            released.await();
        }

        @JobHandler("stubborn")
        void stubborn() {
            boolean done = false;
            while (!done) {
                try {
                    done = released.await(10, TimeUnit.SECONDS);
                } catch (InterruptedException ignored) {
                    Thread.interrupted();
                }
            }
        }

        @JobHandler("payload")
        void payload(Payload payload) {
            payloads.add(payload);
        }

        @JobHandler("mdc")
        void mdc() {
            var map = org.slf4j.MDC.getCopyOfContextMap();
            mdcSize.set(map == null ? 0 : map.size());
        }
    }
}
