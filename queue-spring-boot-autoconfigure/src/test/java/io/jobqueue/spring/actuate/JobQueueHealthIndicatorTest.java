package io.jobqueue.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueState;
import io.jobqueue.spring.Contexts;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class JobQueueHealthIndicatorTest {

    private static final Duration SOON = Duration.ofSeconds(5);

    private final ApplicationContextRunner runner = Contexts.runner();

    private static void stubborn(CountDownLatch release) {
        boolean done = false;
        while (!done) {
            try {
                done = release.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException ignored) {
                Thread.interrupted();
            }
        }
    }

    @Test
    void health_running_isUpWithDetailsPerQueue() {
        runner.withPropertyValues("job-queue.queues.mails.worker-count=2").run(context -> {
            Health health = context.getBean(HealthIndicator.class).health();
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails()).containsOnlyKeys("default", "mails");
            assertThat(health.getDetails().get("mails"))
                    .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                    .containsEntry("state", "running")
                    .containsEntry("workerCount", 2)
                    .containsEntry("abandoned", 0);
        });
    }

    @Test
    void health_abandonedLimitReached_isDownUntilThreadsReturn() {
        runner.withPropertyValues("job-queue.queues.bad.abandoned-limit=1", "job-queue.queues.bad.timeout=50ms")
                .run(context -> {
                    JobQueue queue = context.getBean(io.jobqueue.spring.JobQueues.class)
                            .find("bad")
                            .orElseThrow();
                    CountDownLatch release = new CountDownLatch(1);
                    queue.execute(() -> stubborn(release));
                    HealthIndicator indicator = context.getBean(HealthIndicator.class);
                    await().atMost(SOON)
                            .until(() -> indicator.health().getStatus().equals(Status.DOWN));
                    release.countDown();
                    await().atMost(SOON)
                            .until(() -> indicator.health().getStatus().equals(Status.UP));
                });
    }

    @Test
    void health_stopping_isOutOfService() {
        runner.run(context -> {
            JobQueue queue = context.getBean(JobQueue.class);
            CountDownLatch release = new CountDownLatch(1);
            queue.submit(() -> release.await(10, TimeUnit.SECONDS), EnqueueOptions.defaults());
            await().atMost(SOON).until(() -> queue.stats().running() == 1);
            Thread closer = new Thread(queue::close);
            closer.start();
            await().atMost(SOON).until(() -> queue.state() == QueueState.STOPPING);
            HealthIndicator indicator = context.getBean(HealthIndicator.class);
            assertThat(indicator.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
            release.countDown();
            closer.join(5000);
            assertThat(indicator.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
        });
    }

    @Test
    void health_disabled_isAbsent() {
        runner.withPropertyValues("management.health.jobqueue.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(JobQueueHealthIndicator.class));
    }

    @Test
    void health_ofApplication_backsOff() {
        HealthIndicator own = () -> Health.up().build();
        runner.withBean("jobqueueHealthIndicator", HealthIndicator.class, () -> own)
                .run(context ->
                        assertThat(context.getBean(HealthIndicator.class)).isSameAs(own));
    }
}
