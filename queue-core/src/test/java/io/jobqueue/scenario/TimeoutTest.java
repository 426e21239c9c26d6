package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobDefinition;
import io.jobqueue.JobOutcome;
import io.jobqueue.JobQueue;
import io.jobqueue.JobTimeoutException;
import io.jobqueue.QueueStats;
import io.jobqueue.event.JobEvent;
import io.jobqueue.retry.Backoff;
import io.jobqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

class TimeoutTest {

    private static final EnqueueOptions SHORT = EnqueueOptions.defaults().withTimeout(Duration.ofMillis(100));

    @Scenario(value = "timeout-uncooperative", workers = 1)
    void run_handlerIgnoresItsTimeout_givesItsSlotToTheNextJob(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        long start = System.nanoTime();
        Future<?> stubborn = queue.submit(
                () -> {
                    gate.passIgnoringInterrupts();
                    return null;
                },
                SHORT);
        Throwable error = Soon.error(stubborn);
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        assertThat(error).isInstanceOf(JobTimeoutException.class);
        assertThat(took).isBetween(Duration.ofMillis(95), Duration.ofMillis(1_000));
        assertThat(Soon.result(queue.submit(() -> "next"))).isEqualTo("next");
        assertThat(gate.waiting()).isEqualTo(1);
        assertThat(queue.stats().abandoned()).isEqualTo(1);
        Soon.until("nothing counts as running", () -> queue.stats().running() == 0);
        gate.open();
        Soon.until("no thread abandoned", () -> queue.stats().abandoned() == 0);
    }

    @Scenario("late-completion")
    void run_handlerEndsAfterItsTimeout_itsResultIsDropped(Rig rig) throws Exception {
        Recorder recorder = new Recorder();
        Gate gate = rig.gate();
        AtomicReference<Thread> thread = new AtomicReference<>();
        JobQueue queue = rig.started(settings -> settings.listener(recorder)
                .timeout(Duration.ofMillis(50))
                .retry(RetryPolicy.of(3))
                .processor("late", String.class, (how, context) -> {
                    thread.set(Thread.currentThread());
                    gate.passIgnoringInterrupts();
                    switch (how) {
                        case "throw" -> throw new IllegalStateException("late");
                        case "error" -> throw new AssertionError("late");
                        default -> {}
                    }
                }));
        for (String how : List.of("return", "throw", "error")) {
            int before = recorder.completed().size();
            queue.enqueue("late", how);
            JobEvent end = recorder.awaitCompleted(before + 1).get(before);
            assertThat(end.outcome()).isEqualTo(JobOutcome.TIMED_OUT);
            QueueStats atTimeout = queue.stats();
            Thread late = thread.get();
            assertThat(late.isAlive()).isTrue();
            gate.let(1);
            Soon.until("the abandoned thread ended", () -> !late.isAlive());
            assertThat(queue.stats().timedOut()).isEqualTo(atTimeout.timedOut());
            assertThat(queue.stats().succeeded()
                            + queue.stats().failed()
                            + queue.stats().retried())
                    .isZero();
            assertThat(recorder.completed()).hasSize(before + 1);
        }
        assertThat(Soon.result(queue.submit(() -> "goes on"))).isEqualTo("goes on");
        assertThat(queue.stats().abandoned()).isZero();
    }

    /**
     * Jobs park for as long as their timeout, a little more or less, so that both ends race for every job. Between them run
     * jobs without a timeout, which nothing may interrupt.
     */
    @Scenario("interrupt-hits-only-its-job")
    void run_jobsEndAtTheirTimeouts_noInterruptHitsAnotherJob(Rig rig) throws Exception {
        int count = 10_000 * rig.workers() / 12;
        long timeoutNanos = Duration.ofMillis(1).toNanos();
        EnqueueOptions limited = EnqueueOptions.defaults().withTimeout(Duration.ofNanos(timeoutNanos));
        EnqueueOptions unlimited = EnqueueOptions.defaults().withTimeout(Duration.ZERO);
        AtomicInteger strayInterrupts = new AtomicInteger();
        Random random = new Random(20);
        JobQueue queue = rig.started(settings -> settings.abandonedLimit(1_000_000));
        List<CompletableFuture<?>> jobs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long nanos = (long) (timeoutNanos * 2 * random.nextDouble());
            jobs.add(queue.submit(
                    () -> {
                        Work.lasting(nanos);
                        return null;
                    },
                    limited));
            jobs.add(queue.submit(
                    () -> {
                        Work.lasting(20_000);
                        if (Thread.currentThread().isInterrupted()) {
                            strayInterrupts.incrementAndGet();
                        }
                        return null;
                    },
                    unlimited));
        }
        assertThat(queue.awaitIdle(Duration.ofSeconds(25))).isTrue();
        Soon.until("all futures done", () -> jobs.stream().allMatch(Future::isDone));
        int failed = (int) jobs.stream()
                .filter(CompletableFuture::isCompletedExceptionally)
                .count();
        QueueStats stats = queue.stats();
        assertThat(strayInterrupts).as("interrupts of jobs without a timeout").hasValue(0);
        assertThat(stats.succeeded() + stats.timedOut()).isEqualTo(2L * count);
        assertThat(stats.timedOut()).isEqualTo(failed);
        assertThat(stats.timedOut()).as("some timeouts won").isPositive();
        assertThat(stats.succeeded()).as("some handlers won").isGreaterThan(count);
    }

    @Scenario(value = "a timed-out handler is told", workers = 2)
    void timeout_runningHandler_isInterruptedAndSeesItsEnd(Rig rig) {
        Gate never = rig.gate();
        AtomicBoolean interrupted = new AtomicBoolean();
        AtomicBoolean ended = new AtomicBoolean();
        JobQueue queue = rig.started(settings -> settings.timeout(Duration.ofMillis(50))
                .processor("wait", String.class, (payload, context) -> {
                    assertThat(context.isEnded()).isFalse();
                    try {
                        never.pass();
                    } catch (InterruptedException expected) {
                        ended.set(context.isEnded());
                        interrupted.set(true);
                    }
                }));
        queue.enqueue("wait", "");
        Soon.until("interrupted", interrupted::get);
        assertThat(ended).isTrue();
        assertThat(queue.stats().timedOut()).isEqualTo(1);
    }

    @Scenario(value = "attempt-timeout", workers = 2)
    void attemptTimeout_retriesLeft_isAFailedAttempt(Rig rig) throws Exception {
        Gate never = rig.gate();
        AtomicInteger attempts = new AtomicInteger();
        JobQueue queue = rig.started(settings -> settings.attemptTimeout(Duration.ofMillis(50))
                .retry(RetryPolicy.of(2).withBackoff(Backoff.fixed(Duration.ofMillis(1)))));
        Future<String> job = queue.submit(() -> {
            if (attempts.incrementAndGet() < 3) {
                never.pass();
            }
            return "third";
        });
        assertThat(Soon.result(job)).isEqualTo("third");
        assertThat(queue.stats().retried()).isEqualTo(2);
        assertThat(queue.stats().timedOut()).isZero();
    }

    @Scenario(value = "attempt-timeout, last attempt", workers = 2)
    void attemptTimeout_noRetriesLeft_timesTheJobOut(Rig rig) throws Exception {
        Gate never = rig.gate();
        AtomicInteger attempts = new AtomicInteger();
        JobQueue queue =
                rig.started(settings -> settings.retry(RetryPolicy.of(1).withBackoff(Backoff.fixed(Duration.ZERO))));
        Future<?> job = queue.submit(
                () -> {
                    attempts.incrementAndGet();
                    never.pass();
                    return null;
                },
                EnqueueOptions.defaults().withAttemptTimeout(Duration.ofMillis(50)));
        assertThat(Soon.error(job)).isInstanceOf(JobTimeoutException.class);
        assertThat(attempts).hasValue(2);
        assertThat(queue.stats().timedOut()).isEqualTo(1);
        assertThat(queue.stats().failed()).isZero();
    }

    @Scenario(value = "remaining time", workers = 2)
    void remaining_jobAndAttemptTimeout_isTheSooner(Rig rig) throws Exception {
        JobQueue queue = rig.queue(settings -> settings.timeout(Duration.ZERO));
        CompletableFuture<List<Object>> seen = new CompletableFuture<>();
        List<Object> remaining = new CopyOnWriteArrayList<>();
        queue.register(
                JobDefinition.of("none", String.class, (payload, context) -> remaining.add(context.remaining())));
        queue.register(JobDefinition.of("both", String.class, (payload, context) -> {
                    remaining.add(context.remaining().orElseThrow());
                    seen.complete(remaining);
                })
                .withTimeout(Duration.ofMinutes(60))
                .withAttemptTimeout(Duration.ofMinutes(10)));
        queue.enqueue("none", "");
        queue.start();
        Soon.until("first done", () -> queue.stats().succeeded() == 1);
        queue.enqueue("both", "");
        List<Object> answers = Soon.result(seen);
        assertThat(answers.get(0)).isEqualTo(java.util.Optional.empty());
        assertThat((Duration) answers.get(1)).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
    }

    @Scenario(value = "timeouts: whose counts", workers = 2)
    void timeout_optionsDefinitionQueue_theNearestWins(Rig rig) {
        Gate never = rig.gate();
        Recorder recorder = new Recorder();
        JobQueue queue = rig.started(settings -> settings.listener(recorder)
                .timeout(Duration.ofMinutes(60))
                .job(JobDefinition.of("defined", String.class, (payload, context) -> never.pass())
                        .withTimeout(Duration.ofMillis(50)))
                .processor("plain", String.class, (payload, context) -> never.pass()));
        queue.enqueue("defined", "");
        assertThat(recorder.awaitCompleted(1).get(0).outcome()).isEqualTo(JobOutcome.TIMED_OUT);
        queue.enqueue("plain", "", SHORT);
        assertThat(recorder.awaitCompleted(2).get(1).outcome()).isEqualTo(JobOutcome.TIMED_OUT);
        String endless = queue.enqueue("defined", "", EnqueueOptions.defaults().withTimeout(Duration.ZERO));
        never.awaitWaiting(1);
        assertThat(queue.cancel(endless)).isTrue();
        assertThat(recorder.awaitCompleted(3).get(2).outcome()).isEqualTo(JobOutcome.CANCELLED);
    }

    @Scenario(value = "a job does not time out while it waits for its first start", workers = 1)
    void timeout_longWaitInTheQueue_countsFromTheFirstStart(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        Future<?> blocker = queue.submit(() -> {
            gate.pass();
            return null;
        });
        Future<String> waiting = queue.submit(() -> "ran", SHORT);
        gate.awaitWaiting(1);
        Work.ignoringInterrupts(Duration.ofMillis(250));
        gate.open();
        Soon.result(blocker);
        assertThat(Soon.result(waiting)).isEqualTo("ran");
    }

    @Scenario(value = "exactly one outcome", workers = 12)
    void future_timeoutAndReturnRace_agreesWithTheListener(Rig rig) throws Exception {
        Recorder recorder = new Recorder();
        JobQueue queue = rig.started(settings -> settings.listener(recorder).abandonedLimit(1_000_000));
        EnqueueOptions options = EnqueueOptions.defaults().withTimeout(Duration.ofMillis(1));
        List<Future<?>> jobs = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            jobs.add(queue.submit(
                    () -> {
                        Work.lasting(1_000_000);
                        return null;
                    },
                    options));
        }
        long timedOut = 0;
        for (Future<?> job : jobs) {
            try {
                Soon.result(job);
            } catch (ExecutionException expected) {
                assertThat(expected.getCause()).isInstanceOf(JobTimeoutException.class);
                timedOut++;
            }
        }
        recorder.awaitCompleted(300);
        queue.drain(Soon.PROGRESS);
        assertThat(recorder.outcomes()).hasSize(300);
        assertThat(recorder.outcomes().stream()
                        .filter(JobOutcome.TIMED_OUT::equals)
                        .count())
                .isEqualTo(timedOut);
    }
}
