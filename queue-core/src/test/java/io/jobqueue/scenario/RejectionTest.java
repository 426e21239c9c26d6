package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobOutcome;
import io.jobqueue.JobQueue;
import io.jobqueue.JobRejectedException;
import io.jobqueue.QueueClosedException;
import io.jobqueue.QueueFullException;
import io.jobqueue.WhenFull;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

class RejectionTest {

    @Scenario("capacity")
    void execute_queueIsFull_isRejectedAndCounted(Rig rig) {
        MetricsRecorder metrics = new MetricsRecorder();
        JobQueue queue = rig.queue(settings -> settings.capacity(2).metrics(metrics));
        queue.execute(() -> {});
        queue.execute(() -> {});
        assertThatThrownBy(() -> queue.execute(() -> {}))
                .isInstanceOf(QueueFullException.class)
                .hasMessageContaining(queue.name())
                .hasMessageContaining("2");
        assertThat(queue.stats().waiting()).isEqualTo(2);
        assertThat(queue.stats().submitted()).isEqualTo(2);
        assertThat(queue.stats().rejected()).isEqualTo(1);
        assertThat(metrics.count("rejected", "task")).isEqualTo(1);
        assertThat(metrics.count("submitted", "task")).isEqualTo(2);
    }

    @Scenario("capacity: 8 producers racing")
    void execute_producersRace_neverHoldsMoreThanTheCapacity(Rig rig) throws Exception {
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger rejected = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        JobQueue queue = rig.started(settings -> settings.capacity(2));
        Future<Long> sampling = rig.aside(() -> {
            long most = 0;
            while (!over.get()) {
                most = Math.max(most, queue.stats().waiting());
            }
            return most;
        });
        List<Future<Void>> producers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            producers.add(rig.aside(() -> {
                for (int n = 0; n < 500; n++) {
                    try {
                        queue.execute(ran::incrementAndGet);
                    } catch (QueueFullException full) {
                        rejected.incrementAndGet();
                    }
                }
                return null;
            }));
        }
        for (Future<Void> each : producers) {
            Soon.result(each);
        }
        over.set(true);
        assertThat(Soon.result(sampling)).isLessThanOrEqualTo(2);
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        assertThat(ran.get() + rejected.get()).isEqualTo(4_000);
        assertThat(queue.stats().rejected()).isEqualTo(rejected.get());
        assertThat(queue.stats().submitted()).isEqualTo(ran.get());
    }

    @Scenario("capacity: exact under a race")
    void execute_producersRaceForLastPlaces_exactlyTheCapacityGetsIn(Rig rig) throws Exception {
        JobQueue queue = rig.queue(settings -> settings.capacity(10));
        AtomicInteger accepted = new AtomicInteger();
        List<Future<Void>> producers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            producers.add(rig.aside(() -> {
                for (int n = 0; n < 5; n++) {
                    try {
                        queue.execute(() -> {});
                        accepted.incrementAndGet();
                    } catch (QueueFullException expected) {
                        // counted by the queue
                    }
                }
                return null;
            }));
        }
        for (Future<Void> each : producers) {
            Soon.result(each);
        }
        assertThat(accepted).hasValue(10);
        assertThat(queue.stats().waiting()).isEqualTo(10);
        assertThat(queue.stats().rejected()).isEqualTo(30);
        queue.start();
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        queue.execute(() -> {});
    }

    @Scenario(value = "when-full block: in vain", workers = 1)
    void execute_blockedTooLong_isRejected(Rig rig) {
        JobQueue queue = rig.queue(
                settings -> settings.capacity(1).whenFull(WhenFull.BLOCK).blockTimeout(Duration.ofMillis(100)));
        queue.execute(() -> {});
        long start = System.nanoTime();
        assertThatThrownBy(() -> queue.execute(() -> {})).isInstanceOf(QueueFullException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofMillis(99), Duration.ofMillis(1_000));
        assertThat(queue.stats().rejected()).isEqualTo(1);
    }

    @Scenario("when-full block: room comes")
    void execute_blockedUntilRoom_isAccepted(Rig rig) throws Exception {
        AtomicInteger ran = new AtomicInteger();
        JobQueue queue = rig.queue(
                settings -> settings.capacity(1).whenFull(WhenFull.BLOCK).blockTimeout(Duration.ofSeconds(20)));
        queue.execute(ran::incrementAndGet);
        Future<Boolean> blocked = rig.aside(() -> {
            for (int i = 0; i < 200; i++) {
                queue.execute(ran::incrementAndGet);
            }
            return true;
        });
        Soon.stays("blocked", () -> !blocked.isDone());
        queue.start();
        assertThat(Soon.result(blocked)).isTrue();
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        assertThat(ran).hasValue(201);
        assertThat(queue.stats().rejected()).isZero();
    }

    @Scenario(value = "when-full block: close", workers = 1)
    void execute_blockedWhileTheQueueCloses_isRefused(Rig rig) throws Exception {
        JobQueue queue = rig.queue(
                settings -> settings.capacity(1).whenFull(WhenFull.BLOCK).blockTimeout(Duration.ofSeconds(20)));
        queue.execute(() -> {});
        Future<?> blocked = rig.aside(() -> {
            queue.execute(() -> {});
            return null;
        });
        Soon.stays("blocked", () -> !blocked.isDone());
        queue.drain(Duration.ofMillis(100));
        assertThat(Soon.error(blocked)).isInstanceOf(QueueClosedException.class);
    }

    @Scenario(value = "when-full block: interrupt", workers = 1)
    void execute_blockedProducerIsInterrupted_isRefusedWithTheFlagKept(Rig rig) throws Exception {
        JobQueue queue = rig.queue(
                settings -> settings.capacity(1).whenFull(WhenFull.BLOCK).blockTimeout(Duration.ofSeconds(20)));
        queue.execute(() -> {});
        Future<Boolean> blocked = rig.aside(() -> {
            Thread.currentThread().interrupt();
            try {
                queue.execute(() -> {});
                return false;
            } catch (JobRejectedException refused) {
                return Thread.currentThread().isInterrupted();
            }
        });
        assertThat(Soon.result(blocked)).isTrue();
    }

    @Scenario(value = "when-full caller-runs", workers = 2)
    void submit_queueIsFull_runsOnTheCallersThread(Rig rig) throws Exception {
        Recorder recorder = new Recorder();
        JobQueue queue = rig.queue(
                settings -> settings.capacity(1).whenFull(WhenFull.CALLER_RUNS).listener(recorder));
        queue.execute(() -> {});
        Future<Thread> job = queue.submit(Thread::currentThread);
        assertThat(job).isDone();
        assertThat(Soon.result(job)).isSameAs(Thread.currentThread());
        Future<Object> failing = queue.submit(() -> {
            throw new IllegalStateException("on the caller");
        });
        assertThat(Soon.error(failing)).hasMessage("on the caller");
        assertThat(queue.stats().submitted()).isEqualTo(3);
        assertThat(queue.stats().succeeded()).isEqualTo(1);
        assertThat(queue.stats().failed()).isEqualTo(1);
        assertThat(queue.stats().rejected()).isZero();
    }

    @Scenario(value = "when-full caller-runs: message", workers = 2)
    void enqueue_queueIsFull_runsTheProcessorOnTheCallersThread(Rig rig) {
        AtomicReference<Thread> thread = new AtomicReference<>();
        JobQueue queue = rig.queue(settings -> settings.capacity(1)
                .whenFull(WhenFull.CALLER_RUNS)
                .processor("job", String.class, (payload, context) -> thread.set(Thread.currentThread())));
        queue.enqueue("job", "waits");
        assertThat(thread).hasValue(null);
        queue.enqueue("job", "runs");
        assertThat(thread).hasValue(Thread.currentThread());
    }

    @Scenario(value = "when-full caller-runs: timeout", workers = 2)
    void execute_callerRunsTooLong_timesOutWithoutAnInterrupt(Rig rig) {
        Recorder recorder = new Recorder();
        AtomicBoolean interrupted = new AtomicBoolean();
        JobQueue queue = rig.started(settings -> settings.capacity(1)
                .whenFull(WhenFull.CALLER_RUNS)
                .timeout(Duration.ofMillis(50))
                .listener(recorder));
        queue.pause();
        queue.execute(() -> {});
        queue.execute(() -> {
            Soon.until("timed out", () -> queue.stats().timedOut() == 1);
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        assertThat(interrupted).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(recorder.awaitCompleted(1).get(0).outcome()).isEqualTo(JobOutcome.TIMED_OUT);
        assertThat(queue.stats().succeeded()).isZero();
    }

    @Scenario("nested enqueue")
    void execute_handlersEnqueueIntoAFullQueue_doNotDeadlock(Rig rig) throws Exception {
        AtomicInteger ran = new AtomicInteger();
        JobQueue queue = rig.started(settings -> settings.capacity(1).whenFull(WhenFull.CALLER_RUNS));
        for (int i = 0; i < 50; i++) {
            queue.execute(() -> {
                ran.incrementAndGet();
                queue.execute(() -> {
                    ran.incrementAndGet();
                    queue.execute(ran::incrementAndGet);
                });
            });
        }
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        assertThat(ran).hasValue(150);
        assertThat(queue.stats().succeeded()).isEqualTo(150);
    }

    @Scenario("after-close")
    void enqueue_closed_isRefusedAndCounted(Rig rig) throws Exception {
        MetricsRecorder metrics = new MetricsRecorder();
        JobQueue queue = rig.started(
                settings -> settings.metrics(metrics).processor("job", String.class, (payload, context) -> {}));
        queue.close();
        assertThatThrownBy(() -> queue.execute(() -> {}))
                .isInstanceOf(QueueClosedException.class)
                .hasMessageContaining(queue.name());
        assertThatThrownBy(() -> queue.submit(() -> 1)).isInstanceOf(QueueClosedException.class);
        assertThatThrownBy(() -> queue.enqueue("job", "")).isInstanceOf(QueueClosedException.class);
        assertThatThrownBy(() -> queue.enqueueAll("job", List.of("", ""), EnqueueOptions.defaults()))
                .isInstanceOf(QueueClosedException.class);
        assertThat(queue.stats().submitted()).isZero();
        assertThat(queue.stats().rejected()).isEqualTo(5);
        assertThat(metrics.count("rejected", "task")).isEqualTo(2);
        assertThat(metrics.count("rejected", "job")).isEqualTo(3);
        long start = System.nanoTime();
        queue.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(500));
    }

    @Scenario(value = "after-close: caller-runs", workers = 1)
    void execute_closedWithCallerRuns_isRefused(Rig rig) {
        JobQueue queue = rig.started(settings -> settings.capacity(1).whenFull(WhenFull.CALLER_RUNS));
        queue.close();
        AtomicBoolean ran = new AtomicBoolean();
        assertThatThrownBy(() -> queue.execute(() -> ran.set(true))).isInstanceOf(QueueClosedException.class);
        assertThat(ran).isFalse();
    }

    @Scenario(value = "task-on-storing-backend", workers = 1)
    void execute_storingBackend_isRefusedWithAdvice(Rig rig) {
        JobQueue queue = rig.queue(
                settings -> settings.backend(ScriptedBackend.storing()).codec(new TextCodec()));
        assertThatThrownBy(() -> queue.execute(() -> {}))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining(queue.name())
                .hasMessageContaining("enqueue");
        assertThatThrownBy(() -> queue.submit(() -> 1)).isInstanceOf(JobRejectedException.class);
        assertThat(queue.stats().submitted()).isZero();
        assertThat(queue.stats().rejected()).isEqualTo(2);
    }
}
