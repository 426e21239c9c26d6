package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.DrainReport;
import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobOutcome;
import io.jobqueue.JobProcessor;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueState;
import io.jobqueue.scenario.ScriptedBackend.Claims;
import io.jobqueue.scenario.ScriptedBackend.Extension;
import io.jobqueue.spi.Claim;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import io.jobqueue.spi.Settlement.Action;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Leases, stale answers, outages and shutdown with a storing backend. */
class StoringFaultsTest {

    private static JobQueue queue(Rig rig, ScriptedBackend backend, JobProcessor<String> processor) {
        return rig.started(settings -> settings.backend(backend)
                .codec(new TextCodec())
                .pollInterval(Duration.ofMillis(100))
                .processor("job", String.class, processor));
    }

    @Scenario("lease heartbeat")
    void extend_longJob_isCalledAboutThreeTimesPerLease(Rig rig) {
        Duration lease = Duration.ofMillis(300);
        ScriptedBackend backend = ScriptedBackend.storing(lease);
        Gate gate = rig.gate();
        JobQueue queue = queue(rig, backend, (payload, context) -> gate.pass());
        queue.enqueue("job", "", EnqueueOptions.defaults().withId("long"));
        gate.awaitWaiting(1);
        long begin = System.nanoTime();
        Soon.until("extended seven times", () -> backend.extensions().size() >= 7);
        List<Extension> extensions = backend.extensions();
        Duration took = Duration.ofNanos(extensions.get(6).nanos() - begin);
        assertThat(took).isBetween(lease, lease.multipliedBy(10));
        assertThat(extensions)
                .allSatisfy(each -> assertThat(each.claims())
                        .singleElement()
                        .satisfies(claim -> assertThat(claim.jobId()).isEqualTo("long")));
        gate.open();
        Soon.until("completed", () -> !backend.applied("long").isEmpty());
        assertThat(backend.applied("long").get(0).claim())
                .isEqualTo(extensions.get(0).claims().get(0));
        int afterEnd = backend.extensions().size();
        Work.ignoringInterrupts(lease);
        assertThat(backend.extensions().size()).isLessThanOrEqualTo(afterEnd + 1);
    }

    @Scenario("lease heartbeat while draining")
    void extend_jobOutlivesTheStartOfADrain_goesOn(Rig rig) throws Exception {
        ScriptedBackend backend = ScriptedBackend.storing(Duration.ofMillis(300));
        Gate gate = rig.gate();
        JobQueue queue = queue(rig, backend, (payload, context) -> gate.pass());
        queue.enqueue("job", "", EnqueueOptions.defaults().withId("long"));
        gate.awaitWaiting(1);
        Future<DrainReport> drain = rig.aside(() -> queue.drain(Duration.ofSeconds(5)));
        Soon.until("stopping", () -> queue.state() == QueueState.STOPPING);
        int before = backend.extensions().size();
        Soon.until("extended three times more", () -> backend.extensions().size() >= before + 3);
        gate.open();
        assertThat(Soon.result(drain).completed()).isEqualTo(1);
        assertThat(backend.applied("long")).extracting(Settlement::action).containsExactly(Action.COMPLETE);
    }

    @Scenario(value = "stale extension", workers = 1)
    void extend_answersStale_cancelsTheHandlerAndSettlesNothing(Rig rig) {
        ScriptedBackend backend = ScriptedBackend.storing(Duration.ofMillis(150));
        AtomicBoolean told = new AtomicBoolean();
        Gate never = rig.gate();
        JobQueue queue = queue(rig, backend, (payload, context) -> {
            if (payload.equals("lost")) {
                backend.answerExtensions(StoringFaultsTest::staleIfLost); // from now on, so that it has begun
                try {
                    never.pass();
                } catch (InterruptedException expected) {
                    told.set(context.isEnded());
                }
            }
        });
        queue.enqueue("job", "lost", EnqueueOptions.defaults().withId("lost"));
        Soon.until("told", told::get);
        queue.enqueue("job", "next", EnqueueOptions.defaults().withId("next"));
        Soon.until("the next job ran", () -> !backend.applied("next").isEmpty());
        assertThat(backend.asked("lost")).noneMatch(one -> one.action() != Action.RELEASE);
        assertThat(queue.stats().succeeded()).isEqualTo(1);
    }

    private static SettleResult staleIfLost(Claim claim) {
        return claim.jobId().equals("lost") ? SettleResult.STALE : SettleResult.OK;
    }

    @Scenario(value = "job cancelled on another node", workers = 1)
    void extend_answersGone_cancelsTheHandler(Rig rig) {
        ScriptedBackend backend = ScriptedBackend.storing(Duration.ofMillis(150));
        Gate never = rig.gate();
        AtomicBoolean interrupted = new AtomicBoolean();
        JobQueue queue = queue(rig, backend, (payload, context) -> {
            backend.answerExtensions(claim -> SettleResult.GONE); // from now on, so that it has begun
            try {
                never.pass();
            } catch (InterruptedException expected) {
                interrupted.set(true);
            }
        });
        queue.enqueue("job", "", EnqueueOptions.defaults().withId("gone"));
        Soon.until("interrupted", interrupted::get);
        Soon.until("not running", () -> queue.stats().running() == 0);
        assertThat(queue.stats().succeeded()).isZero();
    }

    @Scenario("stale settlement")
    void settle_answersStale_isDroppedAndNotRepeated(Rig rig) throws Exception {
        ScriptedBackend backend = ScriptedBackend.storing();
        backend.answerSettles(claim -> claim.jobId().equals("stale") ? SettleResult.STALE : SettleResult.OK);
        MetricsRecorder metrics = new MetricsRecorder();
        JobQueue queue = rig.started(settings -> settings.backend(backend)
                .codec(new TextCodec())
                .metrics(metrics)
                .processor("job", String.class, (payload, context) -> {}));
        queue.enqueue("job", "", EnqueueOptions.defaults().withId("stale"));
        Soon.until("asked", () -> backend.asked("stale").size() == 1);
        queue.enqueue("job", "", EnqueueOptions.defaults().withId("next"));
        Soon.until("the next job is settled", () -> backend.applied("next").size() == 1);
        Soon.stays("asked once", () -> backend.asked("stale").size() == 1);
        assertThat(metrics.count("stale", "job")).isEqualTo(1);
        assertThat(queue.stats().running()).isZero();
    }

    @Scenario("outage of claim")
    void claim_throwsForAWhile_recoversByItself(Rig rig) {
        ScriptedBackend backend = ScriptedBackend.storing();
        AtomicInteger ran = new AtomicInteger();
        JobQueue queue = queue(rig, backend, (payload, context) -> ran.incrementAndGet());
        queue.enqueue("job", "");
        Soon.until("first ran", () -> ran.get() == 1);
        backend.behave(Claims.FAILING);
        backend.wakeup();
        for (int i = 0; i < 20; i++) {
            queue.enqueue("job", "" + i);
        }
        int calls = backend.claimCalls();
        Soon.until("tried again", () -> backend.claimCalls() >= calls + 2);
        assertThat(ran).hasValue(1);
        assertThat(backend.claimCalls() - calls).as("with delays between").isLessThan(1_000);
        backend.behave(Claims.NORMAL);
        Soon.until("all ran", () -> ran.get() == 21);
        Soon.until("all settled", () -> backend.stored() == 0);
    }

    @Scenario("outage of settle")
    void settle_throwsForAWhile_isRepeatedWithTheSameTokens(Rig rig) {
        ScriptedBackend backend = ScriptedBackend.storing();
        AtomicInteger ran = new AtomicInteger();
        JobQueue queue = queue(rig, backend, (payload, context) -> ran.incrementAndGet());
        backend.failNextSettles(3);
        for (int i = 0; i < 20; i++) {
            queue.enqueue("job", "", EnqueueOptions.defaults().withId("job-" + i));
        }
        Soon.until("all settled", () -> backend.applied().size() == 20 && backend.stored() == 0);
        assertThat(ran).as("runs").hasValue(20);
        assertThat(backend.settleCalls()).isGreaterThanOrEqualTo(4);
        for (int i = 0; i < 20; i++) {
            assertThat(backend.asked("job-" + i))
                    .extracting(one -> one.claim().token())
                    .containsOnly(backend.applied("job-" + i).get(0).claim().token());
        }
        assertThat(queue.stats().succeeded()).isEqualTo(20);
    }

    @Scenario(value = "outage of everything, longer than the lease", workers = 1)
    void extend_throwsUntilTheLeaseIsOver_cancelsTheHandler(Rig rig) {
        ScriptedBackend backend = ScriptedBackend.storing(Duration.ofMillis(300));
        Recorder recorder = new Recorder();
        Gate never = rig.gate();
        AtomicLong cancelledNanos = new AtomicLong();
        JobQueue queue = rig.started(settings -> settings.backend(backend)
                .codec(new TextCodec())
                .listener(recorder)
                .processor("job", String.class, (payload, context) -> {
                    try {
                        never.pass();
                    } catch (InterruptedException expected) {
                        cancelledNanos.set(System.nanoTime());
                    }
                }));
        queue.enqueue("job", "", EnqueueOptions.defaults().withId("long"));
        Soon.until("extended", () -> backend.extensions().size() >= 2);
        int before = backend.extensions().size(); // before the store goes away, so that the last one has succeeded
        long lastExtended = backend.extensions().get(before - 1).nanos();
        backend.failNextSettles(Integer.MAX_VALUE);
        backend.answerExtensions(claim -> {
            throw new IllegalStateException("the store is away");
        });
        Soon.until("cancelled", () -> cancelledNanos.get() != 0);
        assertThat(cancelledNanos.get() - lastExtended)
                .isGreaterThan(Duration.ofMillis(200).toNanos());
        assertThat(backend.extensions().size() - before)
                .as("tries within the lease")
                .isGreaterThan(1);
        assertThat(recorder.awaitCompleted(1).get(0).outcome()).isEqualTo(JobOutcome.CANCELLED);
        assertThat(backend.asked("long"))
                .as("results that are not ours to give")
                .isEmpty();
        Soon.until("the slot is free", () -> queue.stats().running() == 0);
    }

    @Scenario(value = "outage of settle alone", workers = 2)
    void settle_throws_doesNotKeepLeasesFromBeingRenewed(Rig rig) {
        ScriptedBackend backend = ScriptedBackend.storing(Duration.ofMillis(300));
        Gate gate = rig.gate();
        JobQueue queue = queue(rig, backend, (payload, context) -> {
            if (payload.equals("long")) {
                gate.pass();
            }
        });
        backend.failNextSettles(Integer.MAX_VALUE);
        queue.enqueue("job", "long", EnqueueOptions.defaults().withId("long"));
        gate.awaitWaiting(1);
        queue.enqueue("job", "short", EnqueueOptions.defaults().withId("short"));
        Soon.until("settling fails", () -> backend.settleCalls() > 2);
        int before = backend.extensions().size();
        Soon.until("both are extended", () -> backend.extensions().size() > before + 6);
        assertThat(backend.extensions().get(before + 6).claims())
                .extracting(Claim::jobId)
                .containsExactlyInAnyOrder("long", "short");
        assertThat(gate.waiting()).isEqualTo(1);
        backend.failNextSettles(0);
        Soon.until("settled", () -> !backend.applied("short").isEmpty());
    }

    @Scenario("outage of settle during a drain")
    void drain_settleRecoversMeanwhile_losesNothing(Rig rig) throws Exception {
        ScriptedBackend backend = ScriptedBackend.storing();
        Gate gate = rig.gate();
        JobQueue queue = queue(rig, backend, (payload, context) -> gate.pass());
        queue.enqueue("job", "", EnqueueOptions.defaults().withId("last"));
        gate.awaitWaiting(1);
        backend.failNextSettles(2);
        Future<DrainReport> drain = rig.aside(() -> queue.drain(Duration.ofSeconds(5)));
        Soon.until("stopping", () -> queue.state() == QueueState.STOPPING);
        gate.open();
        assertThat(Soon.result(drain).completed()).isEqualTo(1);
        assertThat(backend.applied("last")).extracting(Settlement::action).containsExactly(Action.COMPLETE);
        assertThat(backend.timesClosed()).isEqualTo(1);
    }

    @Scenario("drain on a storing backend")
    void drain_storingBackend_finishesWhatRunsAndLeavesTheRest(Rig rig) throws Exception {
        ScriptedBackend backend = ScriptedBackend.storing();
        Gate gate = rig.gate();
        AtomicInteger ran = new AtomicInteger();
        JobQueue queue = queue(rig, backend, (payload, context) -> {
            gate.pass();
            ran.incrementAndGet();
        });
        for (int i = 0; i < rig.workers() + 5; i++) {
            queue.enqueue("job", "");
        }
        gate.awaitWaiting(rig.workers());
        Future<DrainReport> drain = rig.aside(() -> queue.drain(Duration.ofSeconds(5)));
        Soon.until("stopping", () -> queue.state() == QueueState.STOPPING);
        gate.open();
        DrainReport report = Soon.result(drain);
        assertThat(report.completed()).isEqualTo(rig.workers());
        assertThat(report.discarded()).isZero();
        assertThat(report.isClean()).isTrue();
        assertThat(ran).hasValue(rig.workers());
        assertThat(backend.stored()).isEqualTo(5);
    }

    @Scenario(
            value = "drain hands back what was claimed but not begun",
            workers = {4, 12})
    void drain_claimReturnsLate_releasesWhatItGave(Rig rig) throws Exception {
        ScriptedBackend backend = ScriptedBackend.storing().behave(Claims.DEAF);
        AtomicInteger ran = new AtomicInteger();
        JobQueue queue = queue(rig, backend, (payload, context) -> ran.incrementAndGet());
        queue.enqueue("job", "", EnqueueOptions.defaults().withId("one"));
        queue.enqueue("job", "", EnqueueOptions.defaults().withId("two"));
        Soon.until("claiming", backend::isClaiming);
        Future<DrainReport> drain = rig.aside(() -> queue.drain(Duration.ofSeconds(4)));
        Soon.until("stopping", () -> queue.state() == QueueState.STOPPING);
        backend.behave(Claims.NORMAL);
        DrainReport report = Soon.result(drain);
        assertThat(ran).hasValue(0);
        for (String id : List.of("one", "two")) {
            assertThat(backend.applied(id)).singleElement().satisfies(one -> {
                assertThat(one.action()).isEqualTo(Action.RELEASE);
                assertThat(one.delay()).isZero();
            });
        }
        assertThat(report.isClean()).isTrue();
        assertThat(backend.stored()).isEqualTo(2);
    }

    @Scenario("interrupted job at the limit of a drain")
    void drain_jobThrowsOnInterrupt_isHandedBackBeforeClose(Rig rig) throws Exception {
        ScriptedBackend backend = ScriptedBackend.storing();
        Gate never = rig.gate();
        JobQueue queue = queue(rig, backend, (payload, context) -> never.pass());
        queue.enqueue("job", "", EnqueueOptions.defaults().withId("cut"));
        never.awaitWaiting(1);
        DrainReport report = Soon.result(rig.aside(() -> queue.drain(Duration.ofMillis(100))));
        assertThat(report.interrupted()).isEqualTo(1);
        assertThat(backend.applied("cut")).singleElement().satisfies(one -> {
            assertThat(one.action()).isEqualTo(Action.RELEASE);
            assertThat(one.reason()).contains("interrupted by a node that stopped");
        });
        assertThat(backend.timesClosed()).isEqualTo(1);
    }

    @Scenario(value = "settle answers in the order of its requests", workers = 4)
    void settle_mixedAnswers_belongToTheirRequests(Rig rig) {
        ScriptedBackend backend = ScriptedBackend.storing();
        List<Claim> stale = new CopyOnWriteArrayList<>();
        backend.answerSettles(claim -> {
            if (claim.jobId().endsWith("3")) {
                stale.add(claim);
                return SettleResult.STALE;
            }
            return SettleResult.OK;
        });
        JobQueue queue = queue(rig, backend, (payload, context) -> {});
        for (int i = 0; i < 50; i++) {
            queue.enqueue("job", "", EnqueueOptions.defaults().withId("job-" + i));
        }
        Soon.until("all asked", () -> backend.applied().size() == 45 && stale.size() == 5);
        Soon.until("idle", () -> queue.stats().running() == 0);
        assertThat(backend.stored()).isEqualTo(5);
    }
}
