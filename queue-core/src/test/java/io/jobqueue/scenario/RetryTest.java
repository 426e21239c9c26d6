package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.DrainReport;
import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobDefinition;
import io.jobqueue.JobOutcome;
import io.jobqueue.JobQueue;
import io.jobqueue.JobTimeoutException;
import io.jobqueue.NonRetryableJobException;
import io.jobqueue.event.JobEvent;
import io.jobqueue.retry.Backoff;
import io.jobqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

class RetryTest {

    private static final RetryPolicy TEN_AT_ONCE = RetryPolicy.of(10).withBackoff(Backoff.fixed(Duration.ZERO));
    private static final RetryPolicy ONE_IN_AN_HOUR = RetryPolicy.of(1).withBackoff(Backoff.fixed(Duration.ofHours(1)));

    @Scenario("retry-cancelled-by-timeout")
    void timeout_duringRetryDelay_endsTheJobWithTheAttemptsError(Rig rig) throws Exception {
        JobQueue queue = rig.started(settings -> settings.retry(ONE_IN_AN_HOUR));
        IllegalStateException attempt = new IllegalStateException("first attempt");
        Future<?> job = queue.submit(
                () -> {
                    throw attempt;
                },
                EnqueueOptions.defaults().withTimeout(Duration.ofMillis(100)));
        assertThat(Soon.error(job)).isInstanceOf(JobTimeoutException.class).hasCause(attempt);
        assertThat(queue.stats().timedOut()).isEqualTo(1);
        assertThat(queue.stats().delayed()).isZero();
        assertThat(queue.stats().failed()).isZero();
    }

    @Scenario("retry-cancelled-by-timeout, message")
    void timeout_duringRetryDelayOfMessage_endsItAsDead(Rig rig) {
        Recorder recorder = new Recorder();
        IllegalStateException attempt = new IllegalStateException("first attempt");
        JobQueue queue = rig.started(settings -> settings.listener(recorder)
                .retry(ONE_IN_AN_HOUR)
                .timeout(Duration.ofMillis(100))
                .processor("fail", String.class, (payload, context) -> {
                    throw attempt;
                }));
        String id = queue.enqueue("fail", "");
        JobEvent end = recorder.awaitCompleted(1).get(0);
        assertThat(end.outcome()).isEqualTo(JobOutcome.TIMED_OUT);
        assertThat(end.error()).isInstanceOf(JobTimeoutException.class).hasCause(attempt);
        assertThat(end.attempt()).isEqualTo(1);
        assertThat(recorder.kindsOf(id))
                .containsExactly(
                        Recorder.Kind.SUBMITTED, Recorder.Kind.STARTED, Recorder.Kind.RETRIED, Recorder.Kind.COMPLETED);
        Soon.until("dead", () -> queue.stats().dead() == 1 && queue.stats().delayed() == 0);
    }

    @Scenario("repeated-retries: success")
    void retry_lastAttemptSucceeds_keepsItsResult(Rig rig) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        JobQueue queue = rig.started(settings -> settings.retry(TEN_AT_ONCE));
        Future<Integer> job = queue.submit(() -> {
            if (attempts.incrementAndGet() <= 10) {
                throw new IllegalStateException("attempt " + attempts);
            }
            return attempts.get();
        });
        assertThat(Soon.result(job)).isEqualTo(11);
        assertThat(queue.stats().retried()).isEqualTo(10);
        assertThat(queue.stats().succeeded()).isEqualTo(1);
        assertThat(queue.stats().failed()).isZero();
    }

    @Scenario("repeated-retries: failure")
    void retry_everyAttemptFails_keepsTheLastError(Rig rig) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        JobQueue queue = rig.started(settings -> settings.retry(TEN_AT_ONCE));
        Future<?> job = queue.submit(() -> {
            throw new IllegalStateException("attempt " + attempts.incrementAndGet());
        });
        assertThat(Soon.error(job)).isInstanceOf(IllegalStateException.class).hasMessage("attempt 11");
        Soon.stays("no twelfth attempt", () -> attempts.get() == 11);
        assertThat(queue.stats().retried()).isEqualTo(10);
        assertThat(queue.stats().failed()).isEqualTo(1);
    }

    @Scenario(value = "retry-holds-no-slot", workers = 1)
    void retry_duringTheDelay_anotherJobRuns(Rig rig) throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        Duration delay = Duration.ofSeconds(1);
        JobQueue queue =
                rig.started(settings -> settings.retry(RetryPolicy.of(1).withBackoff(Backoff.fixed(delay))));
        Future<?> first = queue.submit(() -> {
            order.add("A");
            if (order.size() == 1) {
                throw new IllegalStateException("first attempt");
            }
            return null;
        });
        Future<?> second = queue.submit(() -> order.add("B"));
        Soon.result(second);
        long between = System.nanoTime();
        Soon.until(
                "waiting without a slot",
                () -> queue.stats().delayed() == 1 && queue.stats().running() == 0);
        Soon.result(first);
        assertThat(order).containsExactly("A", "B", "A");
        assertThat(Duration.ofNanos(System.nanoTime() - between)).isGreaterThan(Duration.ofMillis(500));
    }

    /** The blocker keeps the drain going for longer than the delay, so that a second attempt would have its chance. */
    @Scenario(
            value = "retry-ends-at-shutdown",
            workers = {4, 12})
    void drain_duringRetryDelay_endsTheJobAsFailedWithItsError(Rig rig) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        IllegalStateException error = new IllegalStateException("first attempt");
        Recorder recorder = new Recorder();
        Gate gate = rig.gate();
        JobQueue queue = rig.started(settings -> settings.listener(recorder));
        Future<?> blocker = queue.submit(() -> {
            gate.pass();
            return null;
        });
        JobDefinition failing = JobDefinition.of("fail", String.class, (payload, context) -> {
                    attempts.incrementAndGet();
                    throw error;
                })
                .withRetry(RetryPolicy.of(3).withBackoff(Backoff.fixed(Duration.ofMillis(400))));
        queue.register(failing);
        queue.enqueue("fail", "");
        Soon.until("waiting for its retry", () -> queue.stats().delayed() == 1);
        Future<DrainReport> drain = rig.aside(() -> queue.drain(Duration.ofSeconds(5)));
        JobEvent end = recorder.awaitCompleted(1).get(0);
        assertThat(end.outcome()).isEqualTo(JobOutcome.FAILED);
        assertThat(end.error()).isSameAs(error);
        assertThat(end.attempt()).isEqualTo(1);
        Work.ignoringInterrupts(Duration.ofMillis(600));
        gate.open();
        Soon.result(blocker);
        DrainReport report = Soon.result(drain);
        assertThat(attempts).hasValue(1);
        assertThat(report.failed()).isEqualTo(1);
        assertThat(report.completed()).isEqualTo(1);
        assertThat(report.isClean()).isTrue();
    }

    @Scenario("retry-ends-at-shutdown, attempt fails while draining")
    void drain_attemptFailsMeanwhile_isNotRetried(Rig rig) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        Gate gate = rig.gate();
        JobQueue queue = rig.started(settings -> settings.retry(TEN_AT_ONCE));
        IllegalStateException error = new IllegalStateException("while draining");
        Future<?> job = queue.submit(() -> {
            attempts.incrementAndGet();
            gate.pass();
            throw error;
        });
        gate.awaitWaiting(1);
        Future<DrainReport> drain = rig.aside(() -> queue.drain(Duration.ofSeconds(5)));
        Soon.until("stopping", () -> queue.state() == io.jobqueue.QueueState.STOPPING);
        gate.open();
        assertThat(Soon.error(job)).isSameAs(error);
        assertThat(Soon.result(drain).failed()).isEqualTo(1);
        assertThat(attempts).hasValue(1);
    }

    @Scenario(value = "non-retryable", workers = 4)
    void retry_nonRetryableOrError_isFinal(Rig rig) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        JobQueue queue = rig.started(settings -> settings.retry(TEN_AT_ONCE));
        Future<?> refused = queue.submit(() -> {
            attempts.incrementAndGet();
            throw new NonRetryableJobException("do not");
        });
        assertThat(Soon.error(refused)).isInstanceOf(NonRetryableJobException.class);
        Future<?> broken = queue.submit(() -> {
            attempts.incrementAndGet();
            throw new StackOverflowError("deep");
        });
        assertThat(Soon.error(broken)).isInstanceOf(StackOverflowError.class);
        assertThat(attempts).hasValue(2);
        assertThat(queue.stats().retried()).isZero();
    }

    @Scenario(value = "retry keeps id and counts attempts", workers = 4)
    void retry_message_keepsItsIdAndCountsAttempts(Rig rig) {
        List<String> seen = new CopyOnWriteArrayList<>();
        Recorder recorder = new Recorder();
        JobQueue queue = rig.started(settings -> settings.listener(recorder)
                .retry(RetryPolicy.of(2).withBackoff(Backoff.fixed(Duration.ofMillis(5))))
                .processor("fail", String.class, (payload, context) -> {
                    seen.add(context.id() + "/" + context.attempt() + "/" + payload);
                    throw new IllegalStateException("attempt " + context.attempt());
                }));
        queue.enqueue("fail", "p", EnqueueOptions.defaults().withId("job"));
        JobEvent end = recorder.awaitCompleted(1).get(0);
        assertThat(seen).containsExactly("job/1/p", "job/2/p", "job/3/p");
        assertThat(end.attempt()).isEqualTo(3);
        assertThat(end.error()).hasMessage("attempt 3");
        assertThat(recorder.all(Recorder.Kind.RETRIED))
                .extracting(JobEvent::attempt)
                .containsExactly(1, 2);
        assertThat(recorder.all(Recorder.Kind.RETRIED))
                .extracting(JobEvent::retryDelay)
                .containsOnly(Duration.ofMillis(5));
    }

    @Scenario(value = "retry finds room in a full queue", workers = 1)
    void retry_queueIsFull_isNotRejected(Rig rig) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        Gate gate = rig.gate();
        JobQueue queue = rig.started(settings ->
                settings.capacity(1).retry(RetryPolicy.of(1).withBackoff(Backoff.fixed(Duration.ofMillis(1)))));
        Future<Integer> retried = queue.submit(() -> {
            gate.pass();
            if (attempts.incrementAndGet() == 1) {
                throw new IllegalStateException("first attempt");
            }
            return attempts.get();
        });
        gate.awaitWaiting(1);
        Future<String> waiting = queue.submit(() -> "waited");
        gate.open();
        assertThat(Soon.result(waiting)).isEqualTo("waited");
        assertThat(Soon.result(retried)).isEqualTo(2);
        assertThat(queue.stats().rejected()).isZero();
    }

    @Scenario(value = "a cancelled retry makes no further attempt", workers = 2)
    void cancel_duringRetryDelay_endsTheJob(Rig rig) {
        Recorder recorder = new Recorder();
        JobQueue queue = rig.started(settings -> settings.listener(recorder)
                .retry(ONE_IN_AN_HOUR)
                .processor("fail", String.class, (payload, context) -> {
                    throw new IllegalStateException("first attempt");
                }));
        String id = queue.enqueue("fail", "");
        Soon.until("waiting for its retry", () -> queue.stats().delayed() == 1);
        assertThat(queue.cancel(id)).isTrue();
        assertThat(recorder.awaitCompleted(1).get(0).outcome()).isEqualTo(JobOutcome.CANCELLED);
        assertThat(queue.cancel(id)).isFalse();
        assertThat(queue.stats().delayed()).isZero();
        assertThat(queue.stats().cancelled()).isEqualTo(1);
    }

    @Scenario(value = "fire-and-forget task: retries", workers = 1)
    void execute_fails_isTriedAgain(Rig rig) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        JobQueue queue = rig.started(settings -> settings.retry(TEN_AT_ONCE));
        queue.execute(() -> {
            if (attempts.incrementAndGet() < 3) {
                throw new IllegalStateException("attempt " + attempts);
            }
        });
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        assertThat(attempts).hasValue(3);
        assertThat(queue.stats().submitted()).isEqualTo(1);
        assertThat(queue.stats().retried()).isEqualTo(2);
        assertThat(queue.stats().succeeded()).isEqualTo(1);
        assertThat(queue.stats().failed()).isZero();
    }

    @Scenario(value = "fire-and-forget task: the last error ends it", workers = 1)
    void execute_everyAttemptFails_isCountedAndLoggedOnce(Rig rig) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        JobQueue queue = rig.started(settings -> settings.retry(TEN_AT_ONCE));
        Runnable task = () -> {
            throw new IllegalStateException("attempt " + attempts.incrementAndGet());
        };
        try (LogCapture log = LogCapture.open()) {
            queue.execute(task);
            assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains(task.getClass().getName(), "failed in attempt 11");
        }
        assertThat(queue.stats().retried()).isEqualTo(10);
        assertThat(queue.stats().failed()).isEqualTo(1);
    }

    @Scenario(value = "fire-and-forget task: one timeout over all attempts", workers = 1)
    void execute_timeoutPassesInASecondAttempt_timesOut(Rig rig) {
        AtomicLong clock = new AtomicLong(Duration.ofDays(1).toNanos());
        Recorder recorder = new Recorder();
        JobQueue queue = rig.started(settings -> settings.retry(TEN_AT_ONCE)
                .timeout(Duration.ofSeconds(10))
                .nanoClock(clock::get)
                .listener(recorder));
        queue.execute(() -> {
            clock.addAndGet(Duration.ofSeconds(6).toNanos());
            throw new IllegalStateException("after 6 s");
        });
        JobEvent end = recorder.awaitCompleted(1).get(0);
        assertThat(end.outcome()).isEqualTo(JobOutcome.TIMED_OUT);
        assertThat(end.attempt()).isEqualTo(2);
        assertThat(queue.stats().retried()).isEqualTo(1);
    }

    @Scenario(value = "cancellation between attempts hits no other job", workers = 12)
    void cancel_betweenAttempts_hitsNoOther(Rig rig) throws Exception {
        JobQueue queue = rig.started(settings -> settings.retry(TEN_AT_ONCE));
        List<Future<Integer>> kept = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            AtomicInteger attempts = new AtomicInteger();
            Future<Integer> job = queue.submit(() -> {
                if (attempts.incrementAndGet() <= 10) {
                    throw new IllegalStateException("attempt " + attempts);
                }
                return attempts.get();
            });
            if (i % 2 == 0) {
                kept.add(job);
            } else {
                job.cancel(true);
            }
        }
        for (Future<Integer> job : kept) {
            assertThat(Soon.result(job)).isEqualTo(11);
        }
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        assertThat(queue.stats().succeeded() + queue.stats().cancelled()).isEqualTo(2_000);
    }
}
