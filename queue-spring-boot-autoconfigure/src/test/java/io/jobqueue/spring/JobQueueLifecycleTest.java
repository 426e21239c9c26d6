package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jobqueue.JobQueue;
import io.jobqueue.QueueState;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

@ExtendWith(OutputCaptureExtension.class)
class JobQueueLifecycleTest {

    private static final Duration SOON = Duration.ofSeconds(5);

    @Test
    void close_backlog_isFinished() {
        AtomicInteger done = new AtomicInteger();
        AtomicReference<JobQueue> queue = new AtomicReference<>();
        Contexts.runner().withPropertyValues("job-queue.worker-count=1").run(context -> {
            queue.set(context.getBean(JobQueue.class));
            for (int i = 0; i < 50; i++) {
                queue.get().execute(done::incrementAndGet);
            }
        });
        assertThat(done).hasValue(50);
        assertThat(queue.get().state()).isEqualTo(QueueState.CLOSED);
    }

    @Test
    void close_idle_isFast() {
        long[] start = new long[1];
        Contexts.runner()
                .withPropertyValues("job-queue.queues.a=", "job-queue.queues.b=")
                .run(context -> {
                    context.getBean(JobQueue.class).submit(() -> 1).get(5, TimeUnit.SECONDS);
                    start[0] = System.nanoTime();
                    context.close();
                });
        // A close that waited for a poll or a timeout would take a second or more.
        assertThat(Duration.ofNanos(System.nanoTime() - start[0])).isLessThan(Duration.ofMillis(900));
    }

    @Test
    void stop_withJobRunning_returnsAtOnceAndCallsBackLater() {
        Contexts.runner().run(context -> {
            JobQueue queue = context.getBean(JobQueue.class);
            CountDownLatch release = new CountDownLatch(1);
            var running = queue.submit(() -> release.await(10, TimeUnit.SECONDS));
            await().atMost(SOON).until(() -> queue.stats().running() == 1);

            CountDownLatch calledBack = new CountDownLatch(1);
            context.getBean(JobQueueLifecycle.class).stop(calledBack::countDown);
            assertThat(calledBack.getCount()).isEqualTo(1);
            release.countDown();
            assertThat(calledBack.await(5, TimeUnit.SECONDS)).isTrue();
            assertThat(running.get(5, TimeUnit.SECONDS)).isTrue();
            assertThat(queue.state()).isEqualTo(QueueState.STOPPED);
        });
    }

    @Test
    void stop_withoutStartedQueue_callsBack() {
        Contexts.runner().withPropertyValues("job-queue.auto-startup=false").run(context -> {
            AtomicInteger calledBack = new AtomicInteger();
            context.getBean(JobQueueLifecycle.class).stop(calledBack::incrementAndGet);
            assertThat(calledBack).hasValue(1);
        });
    }

    @Test
    void close_jobOverPhaseTimeout_closesWithinShutdownLimit() {
        long[] start = new long[1];
        Contexts.runner()
                .withPropertyValues(
                        "spring.lifecycle.timeout-per-shutdown-phase=200ms",
                        "job-queue.shutdown.timeout=400ms",
                        "job-queue.shutdown.grace=100ms")
                .run(context -> {
                    JobQueue queue = context.getBean(JobQueue.class);
                    queue.submit(() -> new CountDownLatch(1).await(20, TimeUnit.SECONDS));
                    await().atMost(SOON).until(() -> queue.stats().running() == 1);
                    start[0] = System.nanoTime();
                    context.close();
                });
        assertThat(Duration.ofNanos(System.nanoTime() - start[0])).isLessThan(SOON);
    }

    @Test
    void pauseAndRestart_backlog_isKept() {
        Contexts.runner().withPropertyValues("job-queue.worker-count=1").run(context -> {
            ConfigurableApplicationContext real = context.getSourceApplicationContext();
            JobQueue queue = context.getBean(JobQueue.class);
            for (int round = 0; round < 2; round++) {
                real.pause();
                assertThat(queue.state()).isEqualTo(QueueState.STOPPED);
                var later = queue.submit(() -> "ran");
                assertThat(queue.stats().waiting()).isEqualTo(1);
                real.restart();
                assertThat(queue.state()).isEqualTo(QueueState.RUNNING);
                assertThat(later.get(5, TimeUnit.SECONDS)).isEqualTo("ran");
            }
        });
    }

    @Test
    void pauseAndRestart_autoStartupFalse_staysStoppedUnlessItRan() {
        Contexts.runner()
                .withPropertyValues("job-queue.auto-startup=false", "job-queue.queues.manual=")
                .run(context -> {
                    ConfigurableApplicationContext real = context.getSourceApplicationContext();
                    JobQueue untouched = context.getBean(JobQueue.class);
                    JobQueue manual =
                            context.getBean(JobQueues.class).find("manual").orElseThrow();
                    manual.start();
                    real.pause();
                    real.restart();
                    assertThat(untouched.state()).isEqualTo(QueueState.CREATED);
                    assertThat(manual.state()).isEqualTo(QueueState.RUNNING);
                });
    }

    @Test
    void pauseAndRestart_pausedQueue_staysPaused() {
        Contexts.runner().run(context -> {
            ConfigurableApplicationContext real = context.getSourceApplicationContext();
            JobQueue queue = context.getBean(JobQueue.class);
            queue.pause();
            real.pause();
            real.restart();
            assertThat(queue.state()).isEqualTo(QueueState.PAUSED);
        });
    }

    @Test
    void start_queueClosedByHand_isLeftClosed() {
        Contexts.runner().run(context -> {
            ConfigurableApplicationContext real = context.getSourceApplicationContext();
            JobQueue queue = context.getBean(JobQueue.class);
            queue.close();
            real.pause();
            real.restart();
            assertThat(queue.state()).isEqualTo(QueueState.CLOSED);
        });
    }

    @Test
    void start_beforeAllSingletonsExist_doesNotHappen() {
        Contexts.runner().withBean(EarlyProducer.class).run(context -> {
            EarlyProducer producer = context.getBean(EarlyProducer.class);
            assertThat(producer.stateThen).isEqualTo(QueueState.CREATED);
            assertThat(producer.done.await(5, TimeUnit.SECONDS)).isTrue();
        });
    }

    @Test
    void start_laterBeanFails_closesQueueAtOnce() {
        AtomicReference<JobQueue> started = new AtomicReference<>();
        long start = System.nanoTime();
        Contexts.runner()
                .withBean(FailingAtStart.class, () -> new FailingAtStart(started))
                .run(context -> assertThat(context).hasFailed());
        assertThat(started.get().state()).isEqualTo(QueueState.CLOSED);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
    }

    @Test
    void close_childContext_leavesParentsQueuesAlone() {
        Contexts.runner().run(parent -> {
            Contexts.runner()
                    .withParent(parent)
                    .run(child ->
                            assertThat(child.getBean(JobQueue.class)).isNotSameAs(parent.getBean(JobQueue.class)));
            assertThat(parent.getBean(JobQueue.class).state()).isEqualTo(QueueState.RUNNING);
            assertThat(parent.getBean(JobQueue.class).submit(() -> 1).get(5, TimeUnit.SECONDS))
                    .isEqualTo(1);
        });
    }

    @Test
    void phases_queues_stopAfterWebServerAndBeforeExecutors() {
        Contexts.runner().run(context -> {
            int phase = context.getBean(JobQueueLifecycle.class).getPhase();
            assertThat(phase)
                    .isLessThan(SmartLifecycle.DEFAULT_PHASE - 2048)
                    .isGreaterThan(SmartLifecycle.DEFAULT_PHASE / 2);
        });
    }

    @Test
    void start_shutdownLongerThanPhase_warns(CapturedOutput output) {
        Contexts.runner()
                .withPropertyValues("job-queue.shutdown.timeout=30s")
                .run(context -> assertThat(output)
                        .contains("spring.lifecycle.timeout-per-shutdown-phase")
                        .contains("job-queue.shutdown.timeout"));
    }

    @Test
    void start_defaults_doNotWarn(CapturedOutput output) {
        Contexts.runner().run(context -> assertThat(output).doesNotContain("timeout-per-shutdown-phase"));
    }

    static class EarlyProducer {
        final CountDownLatch done = new CountDownLatch(1);
        final QueueState stateThen;

        EarlyProducer(JobQueue queue) {
            queue.enqueue("early", null);
            stateThen = queue.state();
        }

        @JobHandler("early")
        void handle() {
            done.countDown();
        }
    }

    /** Like a web server whose port is taken: starts after the queues, and fails. */
    static class FailingAtStart implements SmartLifecycle {
        private final AtomicReference<JobQueue> seen;

        @Autowired
        private JobQueue queue;

        FailingAtStart(AtomicReference<JobQueue> seen) {
            this.seen = seen;
        }

        @Override
        public void start() {
            assertThat(queue.state()).isEqualTo(QueueState.RUNNING);
            seen.set(queue);
            throw new IllegalStateException("the port is taken");
        }

        @Override
        public void stop() {}

        @Override
        public boolean isRunning() {
            return false;
        }
    }
}
