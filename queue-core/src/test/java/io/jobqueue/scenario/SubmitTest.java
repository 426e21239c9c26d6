package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

class SubmitTest {

    @Scenario("executor-semantics: results")
    void submit_returnsOrThrows_endsTheFutureWithIt(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        Exception checked = new java.io.IOException("checked");
        assertThat(Soon.result(queue.submit(() -> "value"))).isEqualTo("value");
        Future<Object> nothing = queue.submit(() -> null);
        assertThat(Soon.result(nothing)).isNull();
        assertThat(Soon.error(queue.submit(() -> {
                    throw checked;
                })))
                .isSameAs(checked);
    }

    @Scenario("executor-semantics: cancel queued")
    void cancel_waitingTask_neverRuns(Rig rig) throws Exception {
        Gate gate = rig.gate();
        AtomicBoolean ran = new AtomicBoolean();
        JobQueue queue = rig.started();
        occupy(rig, queue, gate);
        CompletableFuture<?> waiting = queue.submit(() -> {
            ran.set(true);
            return null;
        });
        assertThat(waiting.cancel(false)).isTrue();
        assertThat(waiting).isCancelled();
        Soon.until("counted as cancelled", () -> queue.stats().cancelled() == 1);
        gate.open();
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        assertThat(ran).isFalse();
        assertThat(queue.stats().succeeded()).isEqualTo(rig.workers());
        assertThat(queue.stats().cancelled()).isEqualTo(1);
    }

    private static void occupy(Rig rig, JobQueue queue, Gate gate) {
        for (int i = 0; i < rig.workers(); i++) {
            queue.submit(() -> {
                gate.pass();
                return null;
            });
        }
        gate.awaitWaiting(rig.workers());
    }

    @Scenario(value = "executor-semantics: cancel running", workers = 1)
    void cancel_runningTaskWithInterrupt_freesItsSlotAtOnce(Rig rig) throws Exception {
        Gate stubborn = rig.gate();
        AtomicBoolean interrupted = new AtomicBoolean();
        JobQueue queue = rig.started();
        CompletableFuture<?> running = queue.submit(() -> {
            stubborn.passIgnoringInterrupts();
            interrupted.set(Thread.currentThread().isInterrupted());
            return "late";
        });
        stubborn.awaitWaiting(1);
        assertThat(running.cancel(true)).isTrue();
        assertThat(Soon.result(queue.submit(() -> "next"))).isEqualTo("next");
        assertThat(stubborn.waiting()).isEqualTo(1);
        assertThat(queue.stats().cancelled()).isEqualTo(1);
        stubborn.open();
        Soon.until("the handler saw its interrupt", interrupted::get);
        assertThat(running).isCancelled();
        assertThat(queue.stats().succeeded()).isEqualTo(1);
    }

    @Scenario(value = "executor-semantics: cancel running without interrupt", workers = 1)
    void cancel_runningTaskWithoutInterrupt_goesOnUnheard(Rig rig) throws Exception {
        Gate gate = rig.gate();
        AtomicBoolean undisturbed = new AtomicBoolean();
        JobQueue queue = rig.started();
        CompletableFuture<?> running = queue.submit(() -> {
            gate.pass();
            undisturbed.set(!Thread.currentThread().isInterrupted());
            return null;
        });
        gate.awaitWaiting(1);
        assertThat(running.cancel(false)).isTrue();
        assertThat(running).isCancelled();
        Future<String> next = queue.submit(() -> "next");
        Soon.stays("it goes on in its slot", () -> gate.waiting() == 1 && !next.isDone());
        gate.open();
        assertThat(Soon.result(next)).isEqualTo("next");
        assertThat(undisturbed).isTrue();
        Soon.until("totals add up", () -> {
            QueueStats stats = queue.stats();
            return stats.running() == 0 && stats.succeeded() + stats.cancelled() == 2;
        });
    }

    @Scenario(value = "cancelled jobs leave room in a bounded queue", workers = 1)
    void cancel_waitingTaskInFullQueue_makesRoom(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started(settings -> settings.capacity(1));
        occupy(rig, queue, gate);
        CompletableFuture<?> waiting = queue.submit(() -> 1);
        waiting.cancel(true);
        Future<Integer> next = queue.submit(() -> 2);
        gate.open();
        assertThat(Soon.result(next)).isEqualTo(2);
    }

    @Scenario("cancel races with the end")
    void cancel_whileTheJobEnds_hasOneOutcome(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        List<CompletableFuture<Integer>> jobs = new ArrayList<>();
        AtomicInteger stray = new AtomicInteger();
        for (int i = 0; i < 1_000; i++) {
            CompletableFuture<Integer> job = queue.submit(() -> {
                if (Thread.currentThread().isInterrupted()) {
                    stray.incrementAndGet();
                }
                return 1;
            });
            jobs.add(job);
            if (i % 2 == 0) {
                job.cancel(true);
            }
        }
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        long cancelled = jobs.stream().filter(CompletableFuture::isCancelled).count();
        assertThat(jobs).allMatch(CompletableFuture::isDone);
        assertThat(queue.stats().cancelled()).isEqualTo(cancelled);
        assertThat(queue.stats().succeeded()).isEqualTo(1_000 - cancelled);
        Soon.result(queue.submit(() -> 1));
    }

    @Scenario(value = "completing a job's future from outside", workers = 1)
    void complete_byTheCaller_keepsTheCallersValue(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        CompletableFuture<String> job = queue.submit(() -> {
            gate.pass();
            return "job";
        });
        gate.awaitWaiting(1);
        assertThat(job.complete("caller")).isTrue();
        gate.open();
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        assertThat(job).isCompletedWithValue("caller");
        assertThat(Soon.result(queue.submit(() -> "next"))).isEqualTo("next");
    }

    @Scenario(value = "delayed task", workers = 2)
    void submit_withDelay_runsNotBefore(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        long start = System.nanoTime();
        Future<Long> job = queue.submit(
                () -> System.nanoTime() - start, EnqueueOptions.defaults().withDelay(Duration.ofMillis(200)));
        assertThat(queue.stats().delayed()).isEqualTo(1);
        assertThat(Duration.ofNanos(Soon.result(job))).isBetween(Duration.ofMillis(199), Duration.ofMillis(2_000));
        assertThat(queue.stats().delayed()).isZero();
    }

    @Scenario(value = "delays run in the order of their times", workers = 1)
    void submit_severalDelays_runInOrder(Rig rig) throws Exception {
        List<Integer> order = new java.util.concurrent.CopyOnWriteArrayList<>();
        JobQueue queue = rig.started();
        List<Future<?>> jobs = new ArrayList<>();
        for (int delay : List.of(300, 100, 200)) {
            jobs.add(queue.submit(
                    () -> order.add(delay), EnqueueOptions.defaults().withDelay(Duration.ofMillis(delay))));
        }
        for (Future<?> job : jobs) {
            Soon.result(job);
        }
        assertThat(order).containsExactly(100, 200, 300);
    }

    @Scenario(value = "first in, first out", workers = 1)
    void execute_oneWorker_keepsTheOrder(Rig rig) throws Exception {
        List<Integer> order = new ArrayList<>();
        List<Integer> expected = new ArrayList<>();
        JobQueue queue = rig.started();
        for (int i = 0; i < 500; i++) {
            int job = i;
            expected.add(job);
            queue.execute(() -> order.add(job));
        }
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        assertThat(Soon.result(queue.submit(() -> List.copyOf(order)))).isEqualTo(expected);
    }

    @Scenario(value = "options that tasks cannot have", workers = 1)
    void submit_withIdOrHeaders_isRefused(Rig rig) {
        JobQueue queue = rig.queue();
        EnqueueOptions id = EnqueueOptions.defaults().withId("id");
        EnqueueOptions header = EnqueueOptions.defaults().withHeader("name", "value");
        assertThatThrownBy(() -> queue.submit(() -> 1, id))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("id");
        assertThatThrownBy(() -> queue.submit(() -> 1, header))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("header");
        assertThat(queue.stats().waiting()).isZero();
    }

    @Scenario(value = "errors are logged once", workers = 2)
    void execute_taskFails_isLoggedOnceWithItsError(Rig rig) throws Exception {
        IllegalStateException error = new IllegalStateException("failing task");
        try (LogCapture log = LogCapture.open()) {
            JobQueue queue = rig.started();
            queue.execute(() -> {
                throw error;
            });
            assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
            queue.close();
            assertThat(log.timesLogged(error)).isEqualTo(1);
        }
    }

    @Scenario(value = "errors are logged once: messages with retries", workers = 2)
    void enqueue_lastAttemptFails_isLoggedOnceWithItsError(Rig rig) {
        List<IllegalStateException> errors = new java.util.concurrent.CopyOnWriteArrayList<>();
        try (LogCapture log = LogCapture.open()) {
            JobQueue queue = rig.started(settings -> settings.processor("fail", String.class, (payload, context) -> {
                errors.add(new IllegalStateException("attempt " + context.attempt()));
                throw errors.get(errors.size() - 1);
            }));
            queue.enqueue(
                    "fail", "", EnqueueOptions.defaults().withId("failing-id").withMaxRetries(1));
            Soon.until("failed", () -> queue.stats().failed() == 1);
            queue.close();
            assertThat(log.timesLogged(errors.get(1))).isEqualTo(1);
            assertThat(log.warnings()).anySatisfy(line -> assertThat(line).contains("failing-id", "fail"));
        }
    }
}
