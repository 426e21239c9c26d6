package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.DrainReport;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueClosedException;
import io.jobqueue.QueueState;
import io.jobqueue.spi.JobDetails;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

class StartStopTest {

    @Scenario("blocking-backend-repeated-start")
    void start_twiceWithSlowClaims_claimsSerially(Rig rig) throws Exception {
        ScriptedBackend backend = ScriptedBackend.storing();
        JobQueue queue = rig.queue(settings -> settings.backend(backend)
                .codec(new TextCodec())
                .pollInterval(Duration.ofHours(1)) // so claim blocks until it is woken up
                .processor("count", String.class, (payload, context) -> {}));
        queue.start();
        queue.start();
        for (int i = 0; i < 64; i++) {
            queue.enqueue("count", "" + i);
        }
        Soon.until("64 successes", () -> queue.stats().succeeded() == 64);
        Soon.until("the next claim blocks", backend::isClaiming);
        assertThat(rig.aside(() -> {
                    queue.close();
                    return true;
                }))
                .succeedsWithin(Soon.PROGRESS);
        assertThat(backend.mostConcurrentClaims()).isEqualTo(1);
        assertThat(backend.applied()).hasSize(64);
        assertThat(backend.stored()).isZero();
        assertThat(backend.timesClosed()).isEqualTo(1);
    }

    @Scenario("start from many threads")
    void start_concurrently_makesOneDispatcher(Rig rig) throws Exception {
        JobQueue queue = rig.queue();
        CyclicBarrier together = new CyclicBarrier(8);
        List<Future<Boolean>> starts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            starts.add(rig.aside(() -> {
                together.await();
                queue.start();
                return queue.state() == QueueState.RUNNING;
            }));
        }
        for (Future<Boolean> each : starts) {
            assertThat(Soon.result(each)).isTrue();
        }
        long dispatchers = LiveThreads.ofQueues(queue.name()).stream()
                .filter(thread -> thread.getName().endsWith("-dispatcher"))
                .count();
        assertThat(dispatchers).isEqualTo(1);
        assertThat(Soon.result(queue.submit(() -> "runs"))).isEqualTo("runs");
    }

    @Scenario("stop-start")
    void start_afterStop_continuesTheBacklog(Rig rig) throws Exception {
        Set<Integer> done = ConcurrentHashMap.newKeySet();
        AtomicInteger runs = new AtomicInteger();
        Recorder recorder = new Recorder();
        JobQueue queue = rig.queue(settings -> settings.listener(recorder).workerCount(0));
        for (int i = 0; i < 200; i++) {
            int job = i;
            queue.execute(() -> {
                runs.incrementAndGet();
                Work.lasting(200_000);
                done.add(job);
            });
        }
        queue.updateWorkerCount(rig.workers());
        for (int round = 0; round < 5; round++) {
            queue.start();
            int before = done.size();
            Soon.until("some more done", () -> done.size() > before || done.size() == 200);
            DrainReport report = queue.stop(Duration.ofSeconds(5));
            assertThat(queue.state()).isEqualTo(QueueState.STOPPED);
            assertThat(report.isClean()).isTrue();
            assertThat(report.left()).isEqualTo(200 - done.size());
            assertThat(queue.stats().waiting()).isEqualTo(200 - done.size());
            Soon.until("no thread outlives stop", () -> rig.isThreadless(queue));
        }
        queue.start();
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        recorder.awaitCompleted(200);
        assertThat(done).hasSize(200);
        assertThat(runs).hasValue(200);
        assertThat(queue.workerCount()).isEqualTo(rig.workers());
    }

    @Scenario(value = "stop-start, fifty times", workers = 4)
    void start_manyTimes_alwaysRuns(Rig rig) throws Exception {
        JobQueue queue = rig.queue();
        for (int round = 0; round < 50; round++) {
            Future<Integer> early = queue.submit(() -> 1);
            queue.start();
            Future<Integer> late = queue.submit(() -> 2);
            assertThat(Soon.result(early) + Soon.result(late)).isEqualTo(3);
            queue.stop(Duration.ofSeconds(1));
        }
        assertThat(queue.stats().succeeded()).isEqualTo(100);
    }

    @Scenario("stop: time limit")
    void stop_jobOutlastsTheLimit_isInterruptedAndTheRestKept(Rig rig) throws Exception {
        Gate never = rig.gate();
        JobQueue queue = rig.started();
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < rig.workers(); i++) {
            running.add(queue.submit(() -> {
                never.pass();
                return null;
            }));
        }
        never.awaitWaiting(rig.workers());
        Future<String> waiting = queue.submit(() -> "kept");
        DrainReport report = queue.stop(Duration.ofMillis(100));
        assertThat(report.interrupted()).isEqualTo(rig.workers());
        assertThat(report.left()).isEqualTo(1);
        assertThat(report.discarded()).isZero();
        for (Future<?> each : running) {
            assertThat(Soon.error(each)).isInstanceOf(InterruptedException.class);
        }
        assertThat(waiting).isNotDone();
        queue.start();
        assertThat(Soon.result(waiting)).isEqualTo("kept");
    }

    @Scenario(value = "stop keeps enqueuing legal", workers = 2)
    void enqueue_whileStopped_waitsForTheNextStart(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        queue.stop(Duration.ofSeconds(1));
        Future<String> job = queue.submit(() -> "later");
        Soon.stays("nothing runs", () -> !job.isDone());
        queue.start();
        assertThat(Soon.result(job)).isEqualTo("later");
    }

    @Scenario(value = "stop before start", workers = 2)
    void stop_neverStarted_returnsAtOnce(Rig rig) throws Exception {
        JobQueue queue = rig.queue();
        Future<String> job = queue.submit(() -> "later");
        assertThat(queue.stop(Duration.ofSeconds(1)).left()).isEqualTo(1);
        queue.start();
        assertThat(Soon.result(job)).isEqualTo("later");
    }

    @Scenario(value = "start while stopping", workers = 1)
    void start_whileStopIsUnderWay_isRefused(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        queue.submit(() -> {
            gate.pass();
            return null;
        });
        gate.awaitWaiting(1);
        Future<DrainReport> stop = rig.aside(() -> queue.stop(Duration.ofSeconds(5)));
        Soon.until("stopping", () -> queue.state() == QueueState.STOPPING);
        assertThatThrownBy(queue::start).isInstanceOf(IllegalStateException.class);
        gate.open();
        assertThat(Soon.result(stop).completed()).isEqualTo(1);
        queue.start();
        assertThat(queue.state()).isEqualTo(QueueState.RUNNING);
    }

    @Scenario(value = "start after close", workers = 1)
    void start_closed_isRefused(Rig rig) {
        JobQueue queue = rig.started();
        queue.close();
        assertThat(queue.state()).isEqualTo(QueueState.CLOSED);
        assertThatThrownBy(queue::start)
                .isInstanceOf(QueueClosedException.class)
                .hasMessageContaining(queue.name());
    }

    @Scenario("pause-resume")
    void pause_running_letsRunningJobsGoOnAndStartsNothing(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        Future<String> running = queue.submit(() -> {
            gate.pass();
            return "ran through";
        });
        gate.awaitWaiting(1);
        queue.pause();
        queue.pause();
        assertThat(queue.state()).isEqualTo(QueueState.PAUSED);
        Future<String> waiting = queue.submit(() -> "resumed");
        gate.open();
        assertThat(Soon.result(running)).isEqualTo("ran through");
        Soon.stays("nothing starts", () -> !waiting.isDone() && queue.stats().waiting() == 1);
        queue.updateWorkerCount(rig.workers() + 1);
        Soon.stays("a resize does not resume", () -> !waiting.isDone());
        queue.resume();
        assertThat(queue.state()).isEqualTo(QueueState.RUNNING);
        assertThat(Soon.result(waiting)).isEqualTo("resumed");
    }

    @Scenario("pause before start")
    void pause_beforeStart_holdsAfterStart(Rig rig) throws Exception {
        JobQueue queue = rig.queue();
        queue.pause();
        Future<String> job = queue.submit(() -> "resumed");
        queue.start();
        assertThat(queue.state()).isEqualTo(QueueState.PAUSED);
        Soon.stays("nothing starts", () -> !job.isDone());
        queue.resume();
        assertThat(Soon.result(job)).isEqualTo("resumed");
    }

    @Scenario(value = "pause while stopped", workers = 4)
    void pause_whileStopped_holdsAfterStart(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        queue.stop(Duration.ofSeconds(1));
        queue.pause();
        queue.start();
        Future<String> job = queue.submit(() -> "resumed");
        Soon.stays("nothing starts", () -> !job.isDone());
        queue.resume();
        assertThat(Soon.result(job)).isEqualTo("resumed");
    }

    @Scenario(value = "pause and resume from many threads lose no job", workers = 4)
    void pauseAndResume_storm_runsEverything(Rig rig) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        JobQueue queue = rig.started();
        List<Future<Void>> storm = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            storm.add(rig.aside(() -> {
                while (!over.get()) {
                    queue.pause();
                    queue.resume();
                }
                return null;
            }));
        }
        for (int i = 0; i < 3_000; i++) {
            queue.execute(runs::incrementAndGet);
        }
        over.set(true);
        for (Future<Void> each : storm) {
            Soon.result(each);
        }
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        assertThat(runs).hasValue(3_000);
    }

    @Scenario("thread names")
    void handlers_runOnWorkersNamedByTheQueue(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        String name = Soon.result(queue.submit(() -> Thread.currentThread().getName()));
        assertThat(name).matches(java.util.regex.Pattern.quote(queue.name()) + "-worker-\\d+");
    }

    @Scenario(value = "virtual-threads setting", workers = 4)
    void virtualThreads_set_runsHandlersOnVirtualThreads(Rig rig) throws Exception {
        Assumptions.assumeTrue(rig.mode() == ThreadMode.VIRTUAL, "needs Java 21");
        JobQueue queue = JobQueue.builder("virtual").virtualThreads(true).build();
        try (queue) {
            queue.start();
            Thread worker = Soon.result(queue.submit(Thread::currentThread));
            assertThat(worker.getClass().getName()).contains("Virtual");
            assertThat(worker.getName()).startsWith("virtual-worker-");
        }
    }

    @Scenario(value = "processors registered late", workers = 2)
    void register_afterStart_runsWhatWaitedForIt(Rig rig) {
        List<String> ran = new java.util.concurrent.CopyOnWriteArrayList<>();
        JobQueue queue = rig.queue(settings -> settings.unprocessable(Duration.ofMillis(20), Duration.ofDays(1)));
        String id = queue.enqueue("late", "payload");
        queue.start();
        Soon.until("released, not burnt", () -> queue.stats().delayed() == 1);
        JobDetails released = queue.inspection().orElseThrow().find(id).orElseThrow();
        assertThat(released.attempts()).isZero();
        assertThat(released.reason()).contains("late");
        queue.register(io.jobqueue.JobDefinition.of(
                "late", String.class, (payload, context) -> ran.add(payload + context.attempt())));
        Soon.until("ran", () -> queue.stats().succeeded() == 1);
        assertThat(ran).containsExactly("payload1");
    }
}
