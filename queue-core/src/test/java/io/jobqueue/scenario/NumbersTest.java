package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueStats;
import io.jobqueue.retry.Backoff;
import io.jobqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

class NumbersTest {

    @Scenario(value = "metrics-data", workers = 4)
    void stats_messagesOfEveryKind_addUp(Rig rig) throws Exception {
        MetricsRecorder metrics = new MetricsRecorder();
        JobQueue queue = rig.queue(settings -> settings.metrics(metrics)
                .processor("message", String.class, (payload, context) -> {
                    switch (payload) {
                        case "error" -> throw new AssertionError("error");
                        case "exception" -> throw new IllegalStateException("exception");
                        default -> {}
                    }
                }));
        queue.enqueue("message", "error");
        queue.enqueue("message", "exception");
        queue.enqueue("message", "ok");
        queue.enqueue("message", "ok");
        assertThat(queue.stats().waiting()).isEqualTo(4);
        queue.start();
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        QueueStats stats = queue.stats();
        assertThat(stats.submitted()).isEqualTo(4);
        assertThat(stats.succeeded()).isEqualTo(2);
        assertThat(stats.failed()).isEqualTo(2);
        assertThat(stats.dead()).isEqualTo(2);
        assertThat(stats.waiting() + stats.running() + stats.rejected()).isZero();
        assertThat(metrics.count("submitted", "message")).isEqualTo(4);
        assertThat(metrics.count("started", "message")).isEqualTo(4);
        assertThat(metrics.count("success", "message")).isEqualTo(2);
        assertThat(metrics.count("failure", "message")).isEqualTo(2);
    }

    @Scenario(value = "metrics-data: retries, timeouts, cancellations", workers = 4)
    void metrics_retriedTimedOutAndCancelled_areCounted(Rig rig) throws Exception {
        MetricsRecorder metrics = new MetricsRecorder();
        Gate never = rig.gate();
        JobQueue queue = rig.started(settings -> settings.metrics(metrics)
                .retry(RetryPolicy.of(2).withBackoff(Backoff.fixed(Duration.ZERO)))
                .processor("fail", String.class, (payload, context) -> {
                    throw new IllegalStateException("exception");
                })
                .processor("wait", String.class, (payload, context) -> never.pass()));
        queue.enqueue("fail", "");
        queue.enqueue("wait", "", EnqueueOptions.defaults().withTimeout(Duration.ofMillis(30)));
        String cancelled = queue.enqueue("wait", "", EnqueueOptions.defaults().withDelay(Duration.ofHours(1)));
        queue.cancel(cancelled);
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        Soon.until("timed out", () -> metrics.count("timeout", "wait") == 1);
        assertThat(metrics.count("retried", "fail")).isEqualTo(2);
        assertThat(metrics.count("started", "fail")).isEqualTo(3);
        assertThat(metrics.count("failure", "fail")).isEqualTo(1);
        assertThat(metrics.count("cancelled", "wait")).isEqualTo(1);
        assertThat(metrics.count("negative wait", "fail")).isZero();
    }

    @Scenario("numbers: submitted comes first")
    void stats_readInHandlers_neverShowAJobThatWasNotSubmitted(Rig rig) throws Exception {
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger violations = new AtomicInteger();
        JobQueue queue = rig.started();
        for (int i = 0; i < 2_000; i++) {
            queue.execute(() -> {
                int seen = begun.incrementAndGet();
                if (queue.stats().submitted() < seen) {
                    violations.incrementAndGet();
                }
            });
        }
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        assertThat(begun).hasValue(2_000);
        assertThat(violations).hasValue(0);
    }

    @Scenario("numbers: final when quiet")
    void stats_quiet_areFinal(Rig rig) {
        JobQueue queue = rig.started();
        for (int round = 1; round <= 300; round++) {
            for (int i = 0; i < 5; i++) {
                boolean failing = i == 0;
                queue.submit(() -> {
                    if (failing) {
                        throw new IllegalStateException("exception");
                    }
                    return null;
                });
            }
            QueueStats stats = awaitQuiet(queue);
            assertThat(stats.submitted()).isEqualTo(5L * round);
            assertThat(stats.failed()).isEqualTo(round);
            assertThat(stats.succeeded()).isEqualTo(4L * round);
        }
    }

    private static QueueStats awaitQuiet(JobQueue queue) {
        long end = System.nanoTime() + Soon.PROGRESS.toNanos();
        while (true) {
            QueueStats stats = queue.stats();
            if (stats.running() == 0 && stats.waiting() == 0 && stats.delayed() == 0) {
                return stats;
            }
            assertThat(System.nanoTime()).as("still busy: %s", stats).isLessThan(end);
        }
    }

    @Scenario("numbers: ended future means counted job")
    void stats_afterTheFutureEnded_countTheJob(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        for (int i = 1; i <= 300; i++) {
            Soon.result(queue.submit(() -> 1));
            assertThat(queue.stats().succeeded()).isEqualTo(i);
        }
    }

    @Scenario("numbers: gauges")
    void stats_busyQueue_showEveryGauge(Rig rig) {
        Gate gate = rig.gate();
        JobQueue queue = rig.queue();
        for (int i = 0; i < rig.workers() + 3; i++) {
            queue.submit(() -> {
                gate.pass();
                return null;
            });
        }
        queue.submit(() -> 1, EnqueueOptions.defaults().withDelay(Duration.ofHours(1)));
        QueueStats before = queue.stats();
        assertThat(before.waiting()).isEqualTo(rig.workers() + 3);
        assertThat(before.delayed()).isEqualTo(1);
        assertThat(before.workersAlive()).isZero();
        queue.start();
        gate.awaitWaiting(rig.workers());
        Work.ignoringInterrupts(Duration.ofMillis(20));
        QueueStats stats = queue.stats();
        assertThat(stats.running()).isEqualTo(rig.workers());
        assertThat(stats.waiting()).isEqualTo(3);
        assertThat(stats.delayed()).isEqualTo(1);
        assertThat(stats.submitted()).isEqualTo(rig.workers() + 4);
        assertThat(stats.workerLimit()).isEqualTo(rig.workers());
        assertThat(stats.workersAlive()).isEqualTo(rig.workers());
        assertThat(stats.workersIdle()).isZero();
        assertThat(stats.abandoned()).isZero();
        assertThat(stats.oldestAge()).isBetween(Duration.ZERO, Duration.ofSeconds(20));
    }

    @Scenario(value = "numbers: age of the oldest message", workers = 0)
    void oldestAge_messageWaits_grows(Rig rig) {
        JobQueue queue = rig.started(settings -> settings.processor("wait", String.class, (payload, context) -> {}));
        assertThat(queue.stats().oldestAge()).isZero();
        queue.enqueue("wait", "");
        Work.ignoringInterrupts(Duration.ofMillis(60));
        queue.enqueue("wait", "");
        assertThat(queue.stats().oldestAge()).isBetween(Duration.ofMillis(59), Duration.ofSeconds(10));
    }

    @Scenario("enqueue-latency")
    void execute_idleQueue_startsWithoutWaitingForThePoll(Rig rig) throws Exception {
        JobQueue queue = rig.started(settings -> settings.pollInterval(Duration.ofHours(1)));
        long start = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            Soon.result(queue.submit(() -> 1));
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    }

    @Scenario("enqueue-latency: storing backend")
    void enqueue_idleStoringQueue_startsWithoutWaitingForThePoll(Rig rig) {
        ScriptedBackend backend = ScriptedBackend.storing();
        JobQueue queue = rig.started(settings -> settings.backend(backend)
                .codec(new TextCodec())
                .pollInterval(Duration.ofHours(1))
                .processor("job", String.class, (payload, context) -> {}));
        long start = System.nanoTime();
        for (int i = 1; i <= 100; i++) {
            queue.enqueue("job", "");
            int count = i;
            Soon.until("job " + i + " done", () -> queue.stats().succeeded() == count);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
    }

    @Scenario("await-idle")
    void awaitIdle_runningThenQuiet_tellsWhich(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        assertThat(queue.awaitIdle(Duration.ZERO)).isTrue();
        queue.submit(() -> {
            gate.pass();
            return null;
        });
        assertThat(queue.awaitIdle(Duration.ofMillis(50))).isFalse();
        Future<Boolean> waiting = rig.aside(() -> queue.awaitIdle(Soon.PROGRESS));
        Soon.stays("it waits", () -> !waiting.isDone());
        gate.open();
        assertThat(Soon.result(waiting)).isTrue();
    }

    @Scenario(value = "await-idle: what counts", workers = 2)
    void awaitIdle_delayedAndPausedJobs_onlyDueOnesCount(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        queue.submit(() -> 1, EnqueueOptions.defaults().withDelay(Duration.ofHours(1)));
        assertThat(queue.awaitIdle(Duration.ofSeconds(1))).isTrue();
        queue.pause();
        queue.execute(() -> {});
        assertThat(queue.awaitIdle(Duration.ofMillis(50))).isFalse();
        queue.resume();
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
    }

    @Scenario(value = "await-idle: interrupt", workers = 1)
    void awaitIdle_interrupted_throws(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        queue.submit(() -> {
            gate.pass();
            return null;
        });
        Future<Boolean> waiting = rig.aside(() -> {
            Thread.currentThread().interrupt();
            return queue.awaitIdle(Duration.ofSeconds(20));
        });
        assertThat(Soon.error(waiting)).isInstanceOf(InterruptedException.class);
    }

    @Scenario(value = "a job's worker is free when its future ends", workers = 1)
    void submit_pingPong_isFast(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        long start = System.nanoTime();
        for (int i = 0; i < 2_000; i++) {
            queue.submit(() -> 1).get(5, TimeUnit.SECONDS);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
        assertThat(rig.threads().made()).isEqualTo(1);
    }
}
