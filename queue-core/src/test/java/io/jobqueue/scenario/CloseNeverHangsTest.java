package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.DrainReport;
import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueBuilder;
import io.jobqueue.QueueState;
import io.jobqueue.scenario.ScriptedBackend.Claims;
import java.time.Duration;
import java.util.concurrent.Future;

/** Each case has three jobs queued and a limit of half a second. */
class CloseNeverHangsTest {

    private static final Duration LIMIT = Duration.ofMillis(500);

    private static DrainReport drain(Rig rig, JobQueue queue) throws Exception {
        DrainReport report = Soon.result(rig.aside(() -> queue.drain(LIMIT)));
        assertThat(report.took()).isLessThan(Duration.ofSeconds(4));
        assertThat(queue.state()).isEqualTo(QueueState.CLOSED);
        return report;
    }

    private static void threeJobs(JobQueue queue) {
        for (int i = 0; i < 3; i++) {
            queue.enqueue("job", "" + i);
        }
    }

    private static void withProcessor(JobQueueBuilder settings) {
        settings.processor("job", String.class, (payload, context) -> {});
    }

    @Scenario("close-never-hangs: never started")
    void drain_neverStarted_reportsWhatWasLeft(Rig rig) throws Exception {
        JobQueue queue = rig.queue(CloseNeverHangsTest::withProcessor);
        threeJobs(queue);
        DrainReport report = drain(rig, queue);
        assertThat(report.discarded()).isEqualTo(3);
        assertThat(report.lost()).hasSize(3);
        assertThat(report.completed() + report.left()).isZero();
    }

    @Scenario("close-never-hangs: paused")
    void drain_paused_reportsWhatWasLeft(Rig rig) throws Exception {
        JobQueue queue = rig.started(CloseNeverHangsTest::withProcessor);
        queue.pause();
        threeJobs(queue);
        DrainReport report = drain(rig, queue);
        assertThat(report.completed() + report.discarded()).isEqualTo(3);
        assertThat(report.lost()).hasSize((int) report.discarded());
        assertThat(queue.stats().succeeded()).isEqualTo(report.completed());
    }

    @Scenario(value = "close-never-hangs: worker count 0", workers = 0)
    void drain_withoutWorkers_reportsWhatWasLeft(Rig rig) throws Exception {
        JobQueue queue = rig.started(CloseNeverHangsTest::withProcessor);
        threeJobs(queue);
        DrainReport report = drain(rig, queue);
        assertThat(report.discarded()).isEqualTo(3);
        assertThat(report.lost()).hasSize(3);
    }

    private static JobQueue storing(Rig rig, ScriptedBackend backend) {
        return rig.started(settings -> {
            withProcessor(settings);
            settings.backend(backend).codec(new TextCodec());
        });
    }

    @Scenario("close-never-hangs: claim blocks until interrupted")
    void drain_claimIgnoresWakeups_returns(Rig rig) throws Exception {
        ScriptedBackend backend = ScriptedBackend.storing().behave(Claims.BLOCKING);
        JobQueue queue = storing(rig, backend);
        threeJobs(queue);
        Soon.until("claiming", backend::isClaiming);
        DrainReport report = drain(rig, queue);
        assertThat(report.completed() + report.discarded()).isZero();
        assertThat(report.lost()).isEmpty();
        assertThat(backend.stored()).isEqualTo(3);
        assertThat(backend.timesClosed()).isEqualTo(1);
    }

    @Scenario("close-never-hangs: claim blocks whatever happens")
    void drain_claimIgnoresInterrupts_returns(Rig rig) throws Exception {
        ScriptedBackend backend = ScriptedBackend.storing().behave(Claims.DEAF);
        JobQueue queue = storing(rig, backend);
        try {
            threeJobs(queue);
            Soon.until("claiming", backend::isClaiming);
            DrainReport report = drain(rig, queue);
            assertThat(report.completed() + report.discarded()).isZero();
            assertThat(queue.stats().running()).isZero();
        } finally {
            backend.behave(Claims.NOTHING);
        }
    }

    @Scenario("close-never-hangs: claim never has anything")
    void drain_claimGivesNothing_returns(Rig rig) throws Exception {
        ScriptedBackend backend = ScriptedBackend.storing().behave(Claims.NOTHING);
        JobQueue queue = storing(rig, backend);
        threeJobs(queue);
        DrainReport report = drain(rig, queue);
        assertThat(report.completed() + report.discarded()).isZero();
        assertThat(backend.stored()).isEqualTo(3);
    }

    @Scenario("close-never-hangs: backend throws")
    void drain_backendThrows_returns(Rig rig) throws Exception {
        ScriptedBackend backend = ScriptedBackend.storing().behave(Claims.FAILING);
        JobQueue queue = storing(rig, backend);
        threeJobs(queue);
        Soon.until("claims fail", () -> backend.claimCalls() > 0);
        DrainReport report = drain(rig, queue);
        assertThat(report.completed() + report.discarded()).isZero();
    }

    @Scenario("close-never-hangs: settle throws")
    void drain_settlingFails_returns(Rig rig) throws Exception {
        ScriptedBackend backend = ScriptedBackend.storing();
        backend.failNextSettles(Integer.MAX_VALUE);
        JobQueue queue = storing(rig, backend);
        threeJobs(queue);
        Soon.until("settling fails", () -> backend.settleCalls() > 0);
        Soon.until("all ran", () -> queue.stats().succeeded() == 3);
        DrainReport report = drain(rig, queue);
        assertThat(backend.applied()).isEmpty();
        assertThat(report.unsettled()).isEqualTo(3);
        assertThat(report.lost()).hasSize(3);
        assertThat(report.isClean()).isFalse();
    }

    @Scenario("close-never-hangs: closing the backend blocks")
    void drain_backendDoesNotClose_returns(Rig rig) throws Exception {
        Gate never = rig.gate();
        ScriptedBackend backend = ScriptedBackend.storing();
        backend.whenClosing(never::passIgnoringInterrupts);
        JobQueue queue = storing(rig, backend);
        DrainReport report = drain(rig, queue);
        assertThat(report.isClean()).isTrue();
        assertThat(never.waiting()).isEqualTo(1);
    }

    @Scenario("close-never-hangs: looking blocks")
    void drain_inspectionBlocks_returns(Rig rig) throws Exception {
        Gate never = rig.gate();
        ScriptedBackend backend = ScriptedBackend.storing()
                .inspected(ScriptedInspection.shared().whenLookedAt(never::passIgnoringInterrupts));
        JobQueue queue = storing(rig, backend);
        threeJobs(queue);
        Soon.until("all ran", () -> queue.stats().succeeded() == 3);
        never.awaitWaiting(1);
        DrainReport report = drain(rig, queue);
        assertThat(report.completed() + report.left()).isZero();
    }

    @Scenario("close-never-hangs: from inside a handler")
    void drain_insideHandlerWithBacklog_returns(Rig rig) throws Exception {
        JobQueue queue = rig.queue(CloseNeverHangsTest::withProcessor);
        Future<DrainReport> inside = queue.submit(() -> queue.drain(LIMIT));
        threeJobs(queue);
        queue.start();
        DrainReport report = Soon.result(inside);
        Soon.until("closed", () -> queue.state() == QueueState.CLOSED);
        Soon.until("the handler itself ended", () -> queue.stats().running() == 0);
        assertThat(queue.stats().discarded()).isEqualTo(report.discarded());
        assertThat(queue.stats().succeeded()).isEqualTo(4 - report.discarded());
        Soon.until("no thread left", () -> rig.isThreadless(queue));
    }

    @Scenario("close-never-hangs: from a listener")
    void close_insideListener_returns(Rig rig) {
        Gate closed = rig.gate();
        JobQueue[] queue = new JobQueue[1];
        queue[0] = rig.started(settings -> {
            withProcessor(settings);
            settings.drainTimeout(LIMIT).listener(new Recorder() {
                @Override
                public void completed(io.jobqueue.event.JobEvent event) {
                    super.completed(event);
                    queue[0].close();
                    closed.passIgnoringInterrupts();
                }
            });
        });
        queue[0].enqueue("job", "");
        closed.awaitWaiting(1);
        closed.open();
        Soon.until("closed", () -> queue[0].state() == QueueState.CLOSED);
        Soon.until("no thread left", () -> rig.isThreadless(queue[0]));
    }

    @Scenario("close-never-hangs: a listener never returns")
    void drain_listenerBlocks_returnsAtItsLimit(Rig rig) throws Exception {
        Gate held = rig.gate();
        JobQueue queue = rig.started(settings -> {
            withProcessor(settings);
            settings.listener(new Recorder() {
                @Override
                public void completed(io.jobqueue.event.JobEvent event) {
                    held.passIgnoringInterrupts();
                }
            });
        });
        threeJobs(queue);
        held.awaitWaiting(1);
        drain(rig, queue);
    }
}
