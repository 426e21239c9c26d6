package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.DrainReport;
import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobOutcome;
import io.jobqueue.JobQueue;
import io.jobqueue.JobTimeoutException;
import io.jobqueue.QueueStats;
import io.jobqueue.retry.Backoff;
import io.jobqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

class OutcomesTest {

    @Scenario("reusable-worker-outcomes")
    void run_everyKindOfOutcome_keepsWorkersGoing(Rig rig) throws Exception {
        Gate stubborn = rig.gate();
        AtomicInteger attempts = new AtomicInteger();
        JobQueue queue = rig.started(settings -> settings.drainTimeout(Duration.ofMillis(500)));
        AssertionError error = new AssertionError("error");
        Future<?> fails = queue.submit(() -> {
            throw new IllegalStateException("exception");
        });
        Future<?> breaks = queue.submit(() -> {
            throw error;
        });
        Future<?> retries = queue.submit(
                () -> {
                    if (attempts.incrementAndGet() == 1) {
                        throw new IllegalStateException("first attempt");
                    }
                    return "retried";
                },
                EnqueueOptions.defaults().withMaxRetries(1));
        Future<?> overruns = queue.submit(
                () -> {
                    stubborn.passIgnoringInterrupts();
                    return null;
                },
                EnqueueOptions.defaults().withTimeout(Duration.ofMillis(50)));
        Future<?> succeeds = queue.submit(() -> "done");

        assertThat(Soon.error(fails)).isInstanceOf(IllegalStateException.class).hasMessage("exception");
        assertThat(Soon.error(breaks)).isSameAs(error);
        assertThat(Soon.result(retries)).isEqualTo("retried");
        assertThat(Soon.error(overruns)).isInstanceOf(JobTimeoutException.class);
        assertThat(Soon.result(succeeds)).isEqualTo("done");
        QueueStats stats = queue.stats();
        assertThat(stats.succeeded()).isEqualTo(2);
        assertThat(stats.failed() + stats.timedOut()).isEqualTo(3);
        assertThat(stats.timedOut()).isEqualTo(1);
        assertThat(stats.retried()).isEqualTo(1);
        assertThat(rig.aside(() -> {
                    queue.close();
                    return true;
                }))
                .succeedsWithin(Soon.PROGRESS);
        assertThat(stubborn.waiting())
                .as("the handler still ignores everything")
                .isEqualTo(1);
    }

    @Scenario("result-at-shutdown: told to stop")
    void drain_handlersEndWhenTold_keepTheirOwnOutcomes(Rig rig) {
        Recorder recorder = new Recorder();
        AssertionError error = new AssertionError("error");
        JobQueue queue =
                rig.started(settings -> settings.listener(recorder).processor("end", String.class, (how, context) -> {
                    Soon.until("told to stop", context::isStopping);
                    endAs(how, error);
                }));
        queue.enqueue("end", "return", EnqueueOptions.defaults().withId("return"));
        queue.enqueue("end", "throw", EnqueueOptions.defaults().withId("throw"));
        queue.enqueue("end", "error", EnqueueOptions.defaults().withId("error"));
        Soon.until("running", () -> queue.stats().running() == Math.min(3, rig.workers()));
        DrainReport report = queue.drain(Duration.ofSeconds(5));

        assertThat(outcomes(recorder))
                .isEqualTo(
                        Map.of("return", JobOutcome.SUCCEEDED, "throw", JobOutcome.FAILED, "error", JobOutcome.FAILED));
        assertThat(report.completed()).isEqualTo(1);
        assertThat(report.failed()).isEqualTo(2);
        assertThat(report.isClean()).isTrue();
    }

    @Scenario(
            value = "result-at-shutdown: interrupted",
            workers = {4, 12})
    void drain_handlersEndWhenInterrupted_keepTheirOwnOutcomes(Rig rig) {
        Recorder recorder = new Recorder();
        Gate never = rig.gate();
        AssertionError error = new AssertionError("error");
        JobQueue queue = rig.started(settings -> settings.listener(recorder)
                .drainGrace(Duration.ofSeconds(5))
                .processor("end", String.class, (how, context) -> {
                    try {
                        never.pass();
                    } catch (InterruptedException atTheLimit) {
                        endAs(how, error);
                    }
                }));
        queue.enqueue("end", "return", EnqueueOptions.defaults().withId("return"));
        queue.enqueue("end", "throw", EnqueueOptions.defaults().withId("throw"));
        queue.enqueue("end", "error", EnqueueOptions.defaults().withId("error"));
        never.awaitWaiting(3);
        DrainReport report = queue.drain(Duration.ofMillis(100));

        assertThat(outcomes(recorder))
                .isEqualTo(
                        Map.of("return", JobOutcome.SUCCEEDED, "throw", JobOutcome.FAILED, "error", JobOutcome.FAILED));
        assertThat(report.completed()).isEqualTo(1);
        assertThat(report.failed()).isEqualTo(2);
        assertThat(report.interrupted()).isEqualTo(3);
        assertThat(report.abandoned()).isZero();
        assertThat(report.isClean()).isFalse();
    }

    private static Map<String, JobOutcome> outcomes(Recorder recorder) {
        return recorder.completed().stream()
                .collect(Collectors.toMap(event -> "" + event.id(), event -> event.outcome()));
    }

    private static void endAs(String how, Error error) {
        switch (how) {
            case "throw" -> throw new IllegalStateException("exception");
            case "error" -> throw error;
            default -> {}
        }
    }

    @Scenario("workers survive a thousand failures")
    void run_failuresOnly_makesNoNewThreads(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        for (int i = 0; i < 500; i++) {
            queue.submit(() -> {
                throw new IllegalStateException("exception");
            });
            queue.submit(() -> {
                throw new LinkageError("error");
            });
        }
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        assertThat(queue.stats().failed()).isEqualTo(1_000);
        assertThat(rig.threads().made()).isLessThanOrEqualTo(rig.workers());
    }

    @Scenario(value = "an excluded exception is final", workers = 4)
    void run_abortedException_isNotRetried(Rig rig) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        JobQueue queue = rig.started(settings -> settings.retry(RetryPolicy.of(5)
                .withBackoff(Backoff.fixed(Duration.ZERO))
                .abortOn(java.util.List.of(IllegalArgumentException.class))));
        Future<?> job = queue.submit(() -> {
            attempts.incrementAndGet();
            throw new NumberFormatException("never mind");
        });
        assertThat(Soon.error(job)).isInstanceOf(NumberFormatException.class);
        assertThat(attempts).hasValue(1);
    }

    @Scenario(value = "an interrupt flag set by a handler stays with its job", workers = 1)
    void run_handlerInterruptsItself_nextJobDoesNotSeeIt(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        for (int i = 0; i < 100; i++) {
            Future<?> selfInterrupting = queue.submit(() -> {
                Thread.currentThread().interrupt();
                return null;
            });
            Future<Boolean> next = queue.submit(() -> Thread.currentThread().isInterrupted());
            Soon.result(selfInterrupting);
            assertThat(Soon.result(next)).isFalse();
        }
    }
}
