package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.DrainReport;
import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobOutcome;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueClosedException;
import io.jobqueue.QueueState;
import io.jobqueue.QueueStats;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

class DrainTest {

    @Scenario(value = "close-drains-backlog", workers = 10)
    void close_withBacklog_runsAllOfIt(Rig rig) {
        AtomicInteger ran = new AtomicInteger();
        JobQueue queue = rig.started();
        for (int i = 0; i < 400; i++) {
            queue.execute(() -> {
                Work.ignoringInterrupts(Duration.ofMillis(50));
                ran.incrementAndGet();
            });
        }
        Work.ignoringInterrupts(Duration.ofSeconds(1));
        assertThat(ran.get()).as("still a backlog").isLessThan(400);
        queue.close();
        assertThat(ran).hasValue(400);
        assertThat(queue.stats().succeeded()).isEqualTo(400);
        Soon.until("no thread left", () -> rig.isThreadless(queue));
    }

    /**
     * Three workers. {@code stuck} ignores its interrupt, {@code slow} reacts to it; the third worker ends {@code first},
     * {@code second} and {@code broken} and then holds {@code last}, so that two jobs never start.
     */
    @Scenario(value = "drain report", workers = 3)
    void drain_everyKindOfEnd_isReportedExactly(Rig rig) throws Exception {
        Gate begin = rig.gate();
        Gate never = rig.gate();
        Gate stubborn = rig.gate();
        JobQueue queue = rig.started(settings -> settings.processor("run", String.class, (what, context) -> {
            switch (what) {
                case "stuck" -> stubborn.passIgnoringInterrupts();
                case "slow", "last" -> never.pass();
                case "first" -> begin.pass();
                case "broken" -> throw new IllegalStateException("broken");
                default -> {}
            }
        }));
        for (String what : List.of("stuck", "slow", "first", "second", "broken", "last", "unrun-1", "unrun-2")) {
            queue.enqueue("run", what, EnqueueOptions.defaults().withId(what));
        }
        stubborn.awaitWaiting(1);
        never.awaitWaiting(1);
        begin.awaitWaiting(1);
        try (LogCapture log = LogCapture.open()) {
            Future<DrainReport> drain = rig.aside(() -> queue.drain(Duration.ofMillis(700)));
            Soon.until("stopping", () -> queue.state() == QueueState.STOPPING);
            begin.open();
            DrainReport report = Soon.result(drain);
            assertThat(report.completed()).isEqualTo(2);
            assertThat(report.interrupted()).isEqualTo(2);
            assertThat(report.failed()).isEqualTo(3);
            assertThat(report.abandoned()).isEqualTo(1);
            assertThat(report.left()).isZero();
            assertThat(report.discarded()).isEqualTo(2);
            assertThat(report.lost()).containsExactlyInAnyOrder("stuck", "unrun-1", "unrun-2");
            assertThat(report.isClean()).isFalse();
            assertThat(report.took()).isBetween(Duration.ofMillis(690), Duration.ofSeconds(5));
            assertThat(log.warnings())
                    .anySatisfy(line -> assertThat(line).contains("stuck", "unrun-1", "unrun-2", queue.name()));
        }
        QueueStats stats = queue.stats();
        assertThat(stats.succeeded()).isEqualTo(2);
        assertThat(stats.failed()).isEqualTo(3);
        assertThat(stats.cancelled()).isEqualTo(1);
        assertThat(stats.discarded()).isEqualTo(2);
        assertThat(stats.submitted()).isEqualTo(8);
        assertThat(stats.abandoned()).isEqualTo(1);
        assertThat(stats.running()).isZero();
    }

    @Scenario("drain: tasks that never ran")
    void drain_tasksLeft_endTheirFuturesAndAreNamedByClass(Rig rig) throws Exception {
        JobQueue queue = rig.queue();
        Future<?> future = queue.submit(() -> "never");
        queue.execute(new NamedTask());
        DrainReport report = queue.drain(Duration.ofMillis(100));
        assertThat(report.discarded()).isEqualTo(2);
        assertThat(report.lost()).hasSize(2).anyMatch(name -> name.contains("NamedTask"));
        assertThat(Soon.error(future)).isInstanceOf(QueueClosedException.class);
        assertThat(queue.stats().discarded()).isEqualTo(2);
    }

    private static final class NamedTask implements Runnable {
        @Override
        public void run() {
            throw new AssertionError("must not run");
        }
    }

    @Scenario(value = "drain: abandoned job", workers = 1)
    void drain_handlerIgnoresItsInterrupt_isGivenUpAsCancelled(Rig rig) throws Exception {
        Gate stubborn = rig.gate();
        Recorder recorder = new Recorder();
        JobQueue queue = rig.started(settings -> settings.listener(recorder));
        CompletableFuture<Void> future = queue.submit(() -> {
            stubborn.passIgnoringInterrupts();
            return null;
        });
        stubborn.awaitWaiting(1);
        DrainReport report = queue.drain(Duration.ofMillis(100));
        assertThat(report.abandoned()).isEqualTo(1);
        assertThat(report.took()).isLessThan(Duration.ofSeconds(3));
        assertThat(queue.state()).isEqualTo(QueueState.CLOSED);
        assertThat(future).isCompletedExceptionally();
        assertThat(recorder.outcomes()).containsExactly(JobOutcome.CANCELLED);
        stubborn.open();
        Soon.until("its thread ended", () -> rig.isThreadless(queue));
        assertThat(queue.stats().succeeded()).isZero();
    }

    @Scenario("drain: second call")
    void drain_again_givesTheFirstReport(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        Soon.result(queue.submit(() -> 1));
        DrainReport first = queue.drain(Duration.ofSeconds(1));
        queue.close();
        assertThat(queue.drain(Duration.ofSeconds(30))).isSameAs(first);
    }

    @Scenario("drain: concurrent calls")
    void drain_concurrently_givesOneReport(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        queue.submit(() -> {
            gate.pass();
            return null;
        });
        gate.awaitWaiting(1);
        List<Future<DrainReport>> drains = java.util.stream.IntStream.range(0, 4)
                .mapToObj(i -> (Future<DrainReport>) rig.aside(() -> queue.drain(Duration.ofSeconds(5))))
                .toList();
        Soon.until("stopping", () -> queue.state() == QueueState.STOPPING);
        Soon.stays("all wait", () -> drains.stream().noneMatch(Future::isDone));
        gate.open();
        DrainReport report = Soon.result(drains.get(0));
        for (Future<DrainReport> each : drains) {
            assertThat(Soon.result(each)).isSameAs(report);
        }
        assertThat(report.completed()).isEqualTo(1);
    }

    @Scenario("drain during stop")
    void drain_whileStopIsUnderWay_closesTheQueue(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        Future<String> running = queue.submit(() -> {
            gate.pass();
            return "ran";
        });
        gate.awaitWaiting(1);
        Future<DrainReport> stop = rig.aside(() -> queue.stop(Duration.ofSeconds(5)));
        Soon.until("stopping", () -> queue.state() == QueueState.STOPPING);
        Future<DrainReport> drain = rig.aside(() -> queue.drain(Duration.ofSeconds(5)));
        gate.open();
        Soon.result(stop);
        Soon.result(drain);
        assertThat(Soon.result(running)).isEqualTo("ran");
        assertThat(queue.state()).isEqualTo(QueueState.CLOSED);
    }

    @Scenario("drain from a handler")
    void drain_fromHandler_doesNotWaitForThatHandler(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        Future<DrainReport> fromInside = queue.submit(() -> {
            DrainReport report = queue.drain(Duration.ofSeconds(2));
            gate.pass();
            return report;
        });
        gate.awaitWaiting(1);
        assertThat(queue.stats().running() + queue.stats().abandoned()).isLessThanOrEqualTo(1);
        gate.open();
        Soon.until("closed", () -> queue.state() == QueueState.CLOSED);
        Soon.until("no thread left", () -> rig.isThreadless(queue));
        assertThat(fromInside).isDone();
    }

    @Scenario(value = "drain: jobs that are not due", workers = 2)
    void drain_delayedJobs_areDiscardedWithoutWaitingForThem(Rig rig) {
        JobQueue queue = rig.started(settings -> settings.processor("later", String.class, (payload, context) -> {}));
        queue.enqueue("later", "", EnqueueOptions.defaults().withId("not-due").withDelay(Duration.ofHours(1)));
        DrainReport report = queue.drain(Duration.ofSeconds(20));
        assertThat(report.discarded()).isEqualTo(1);
        assertThat(report.lost()).containsExactly("not-due");
        assertThat(report.took()).isLessThan(Duration.ofSeconds(5));
    }

    @Scenario(value = "drain: idle", workers = 4)
    void drain_idle_isFast(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        Soon.result(queue.submit(() -> 1));
        DrainReport report = queue.drain(Duration.ofSeconds(20));
        assertThat(report.took()).isLessThan(Duration.ofSeconds(1)); // takes a few milliseconds
        assertThat(report).isEqualTo(new DrainReport(0, 0, 0, 0, 0, 0, 0, List.of(), report.took()));
    }

    @Scenario(value = "drain: jobs enqueued by jobs", workers = 2)
    void enqueue_whileDraining_isRefused(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        Future<Boolean> refused = queue.submit(() -> {
            gate.pass();
            try {
                queue.execute(() -> {});
                return false;
            } catch (QueueClosedException expected) {
                return true;
            }
        });
        gate.awaitWaiting(1);
        Future<DrainReport> drain = rig.aside(() -> queue.drain(Duration.ofSeconds(5)));
        Soon.until("stopping", () -> queue.state() == QueueState.STOPPING);
        gate.open();
        assertThat(Soon.result(refused)).isTrue();
        assertThat(Soon.result(drain).completed()).isEqualTo(1);
        assertThat(queue.stats().rejected()).isEqualTo(1);
    }

    @Scenario(value = "drain: interrupted caller", workers = 1)
    void drain_callerIsInterrupted_stillClosesAndKeepsTheFlag(Rig rig) throws Exception {
        Gate never = rig.gate();
        JobQueue queue = rig.started();
        queue.submit(() -> {
            never.pass();
            return null;
        });
        never.awaitWaiting(1);
        Future<Boolean> flag = rig.aside(() -> {
            Thread.currentThread().interrupt();
            queue.drain(Duration.ofMillis(200));
            return Thread.currentThread().isInterrupted();
        });
        assertThat(Soon.result(flag)).isTrue();
        Soon.until("closed", () -> queue.state() == QueueState.CLOSED);
    }
}
