package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobContext;
import io.jobqueue.JobDefinition;
import io.jobqueue.JobOutcome;
import io.jobqueue.JobProcessor;
import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueBuilder;
import io.jobqueue.event.JobEvent;
import io.jobqueue.retry.Backoff;
import io.jobqueue.retry.RetryPolicy;
import io.jobqueue.spi.Settlement;
import io.jobqueue.spi.Settlement.Action;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What a storing backend sees of a queue: claims, settlements, and what becomes of each kind of job. */
class StoringBackendTest {

    private final ScriptedBackend backend = ScriptedBackend.storing();

    private JobQueue queue(Rig rig, JobProcessor<String> processor, Consumer<JobQueueBuilder> more) {
        return rig.started(settings -> {
            settings.backend(backend)
                    .codec(new TextCodec())
                    .pollInterval(Duration.ofMillis(100))
                    .processor("job", String.class, processor);
            more.accept(settings);
        });
    }

    private JobQueue queue(Rig rig, JobProcessor<String> processor) {
        return queue(rig, processor, settings -> {});
    }

    private Settlement settled(String id) {
        Soon.until(id + " settled", () -> !backend.applied(id).isEmpty());
        return backend.applied(id).get(0);
    }

    @Scenario("claims fit the free slots")
    void claim_underLoad_neverAsksForMoreThanFreeSlots(Rig rig) {
        AtomicInteger claimed = new AtomicInteger();
        AtomicInteger finished = new AtomicInteger();
        List<String> violations = new CopyOnWriteArrayList<>();
        // Handlers are counted as finished before their slots are free, so this never sees too few busy slots.
        backend.beforeClaim(max -> {
            int busy = backend.claimed() - finished.get();
            if (max < 1 || max + busy > rig.workers()) {
                violations.add("claim(" + max + ") with " + busy + " busy");
            }
        });
        JobQueue queue = queue(rig, (payload, context) -> {
            claimed.incrementAndGet();
            Work.lasting(50_000);
            finished.incrementAndGet();
        });
        for (int i = 0; i < 500; i++) {
            queue.enqueue("job", "" + i);
        }
        Soon.until("all done", () -> queue.stats().succeeded() == 500);
        assertThat(violations).isEmpty();
        assertThat(claimed).hasValue(500);
        assertThat(backend.mostConcurrentClaims()).isEqualTo(1);
        Soon.until("all settled", () -> backend.stored() == 0);
        assertThat(backend.applied())
                .hasSize(500)
                .allSatisfy(one -> assertThat(one.action()).isEqualTo(Action.COMPLETE));
    }

    @Scenario("busy workers mean no claim")
    void claim_allWorkersBusy_isNotCalled(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = queue(rig, (payload, context) -> gate.pass());
        for (int i = 0; i < rig.workers() + 2; i++) {
            queue.enqueue("job", "" + i);
        }
        gate.awaitWaiting(rig.workers());
        int before = backend.claimCalls();
        Soon.stays("no claim", () -> backend.claimCalls() == before && !backend.isClaiming());
        gate.let(1);
        Soon.until("claims again", () -> backend.claimCalls() > before);
        gate.awaitWaiting(rig.workers());
        assertThat(queue.stats().running()).isEqualTo(rig.workers());
    }

    @Scenario("pause and worker count 0 mean no claim")
    void claim_pausedOrWithoutWorkers_isNotCalled(Rig rig) throws Exception {
        AtomicInteger ran = new AtomicInteger();
        JobQueue queue = queue(rig, (payload, context) -> ran.incrementAndGet());
        queue.pause();
        backend.put("paused", "job", "");
        Soon.stays("nothing runs while paused", () -> ran.get() == 0);
        queue.updateWorkerCount(0);
        queue.resume();
        Soon.stays("nothing runs without workers", () -> ran.get() == 0);
        queue.updateWorkerCount(rig.workers());
        Soon.until("ran", () -> backend.stored() == 0);
        assertThat(ran).hasValue(1);
    }

    @Scenario(value = "settlements: success and failure", workers = 2)
    void settle_successAndFailure_completesAndBuries(Rig rig) {
        JobQueue queue = queue(rig, (payload, context) -> {
            if (payload.equals("fail")) {
                throw new IllegalStateException("the reason");
            }
        });
        queue.enqueue("job", "ok", EnqueueOptions.defaults().withId("ok"));
        queue.enqueue("job", "fail", EnqueueOptions.defaults().withId("bad"));
        assertThat(settled("ok").action()).isEqualTo(Action.COMPLETE);
        Settlement buried = settled("bad");
        assertThat(buried.action()).isEqualTo(Action.BURY);
        assertThat(buried.reason()).contains("the reason");
        assertThat(buried.error()).contains("IllegalStateException", "the reason", "StoringBackendTest");
        Soon.until(
                "counted", () -> queue.stats().succeeded() == 1 && queue.stats().failed() == 1);
    }

    @Scenario(value = "settlements: retry", workers = 2)
    void settle_failedAttempt_isRetriedThroughTheBackend(Rig rig) {
        List<String> attempts = new CopyOnWriteArrayList<>();
        JobQueue queue = queue(
                rig,
                (payload, context) -> {
                    attempts.add(context.id() + context.attempt());
                    throw new IllegalStateException("attempt " + context.attempt());
                },
                settings -> settings.timeout(Duration.ofMinutes(1))
                        .retry(RetryPolicy.of(2)
                                .withBackoff(Backoff.exponential()
                                        .withDelay(Duration.ofMillis(20))
                                        .withMultiplier(3))));
        queue.enqueue("job", "", EnqueueOptions.defaults().withId("job"));
        Soon.until("three settlements", () -> backend.applied("job").size() == 3);
        List<Settlement> all = backend.applied("job");
        assertThat(attempts).containsExactly("job1", "job2", "job3");
        assertThat(all).extracting(Settlement::action).containsExactly(Action.RETRY, Action.RETRY, Action.BURY);
        assertThat(all.get(0).delay()).isEqualTo(Duration.ofMillis(20));
        assertThat(all.get(1).delay()).isEqualTo(Duration.ofMillis(60));
        assertThat(all.get(0).error()).contains("attempt 1");
        assertThat(all.get(0).timeLeft()).isBetween(Duration.ofSeconds(50), Duration.ofMinutes(1));
        assertThat(all).extracting(one -> one.claim().token()).doesNotHaveDuplicates();
        Soon.until("counted", () -> queue.stats().retried() == 2);
    }

    @Scenario(value = "settlements: attempts of other nodes count", workers = 2)
    void settle_attemptsMadeElsewhere_areNotMadeAgain(Rig rig) {
        List<Integer> seen = new CopyOnWriteArrayList<>();
        queue(
                rig,
                (payload, context) -> {
                    seen.add(context.attempt());
                    throw new IllegalStateException("fails");
                },
                settings -> settings.retry(RetryPolicy.of(2)));
        backend.put("elsewhere", "job", "", 3, 0, Duration.ZERO, Duration.ZERO);
        assertThat(settled("elsewhere").action()).isEqualTo(Action.BURY);
        assertThat(seen).containsExactly(3);
    }

    @Scenario(value = "settlements: timeout", workers = 2)
    void settle_timedOutJob_isBuriedAtOnce(Rig rig) {
        Gate stubborn = rig.gate();
        JobQueue queue = queue(
                rig,
                (payload, context) -> stubborn.passIgnoringInterrupts(),
                settings -> settings.timeout(Duration.ofMillis(50)));
        queue.enqueue("job", "", EnqueueOptions.defaults().withId("slow"));
        Settlement end = settled("slow");
        assertThat(stubborn.waiting()).isEqualTo(1);
        assertThat(end.action()).isEqualTo(Action.BURY);
        assertThat(end.reason()).containsIgnoringCase("time");
        Soon.until("counted", () -> queue.stats().timedOut() == 1);
        stubborn.open();
        Soon.until("no thread abandoned", () -> queue.stats().abandoned() == 0);
        assertThat(backend.asked("slow")).hasSize(1);
    }

    @Scenario(value = "settlements: time left", workers = 2)
    void claim_timeLeftFromAnEarlierAttempt_isTheTimeout(Rig rig) {
        Gate never = rig.gate();
        AtomicInteger began = new AtomicInteger();
        JobQueue queue = queue(rig, (payload, context) -> {
            began.incrementAndGet();
            never.pass();
        });
        backend.put("short", "job", "", 2, 0, Duration.ZERO, Duration.ofMillis(50));
        assertThat(settled("short").action()).isEqualTo(Action.BURY);
        assertThat(began).hasValue(1);
        backend.put("over", "job", "", 2, 0, Duration.ZERO, Duration.ofMillis(-50));
        assertThat(settled("over").action()).isEqualTo(Action.BURY);
        assertThat(began).as("nothing is begun that has no time left").hasValue(1);
        Soon.until("both counted", () -> queue.stats().timedOut() == 2);
    }

    @Scenario(value = "settlements: cancel", workers = 2)
    void cancel_runningHere_interruptsAndSettles(Rig rig) {
        Gate never = rig.gate();
        Recorder recorder = new Recorder();
        JobQueue queue = queue(rig, (payload, context) -> never.pass(), settings -> settings.listener(recorder));
        queue.enqueue("job", "", EnqueueOptions.defaults().withId("running"));
        never.awaitWaiting(1);
        assertThat(queue.cancel("running")).isTrue();
        assertThat(settled("running").action()).isEqualTo(Action.CANCEL);
        Soon.until("interrupted", () -> never.waiting() == 0);
        assertThat(recorder.awaitCompleted(1).get(0).outcome()).isEqualTo(JobOutcome.CANCELLED);
        assertThat(backend.asked("running")).hasSize(1);
    }

    @Scenario(value = "recoveries", workers = 2)
    void claim_recoveredTooOften_isBuriedWithoutARun(Rig rig) {
        List<String> ran = new CopyOnWriteArrayList<>();
        MetricsRecorder metrics = new MetricsRecorder();
        Recorder recorder = new Recorder();
        JobQueue queue = queue(
                rig,
                (payload, context) -> ran.add(context.id() + "/" + context.recoveries() + "/" + context.attempt()),
                settings -> settings.maxRecoveries(2).metrics(metrics).listener(recorder));
        backend.put("last", "job", "", 1, 2, Duration.ZERO, Duration.ZERO);
        assertThat(settled("last").action()).isEqualTo(Action.COMPLETE);
        backend.put("poison", "job", "", 1, 3, Duration.ZERO, Duration.ZERO);
        Settlement buried = settled("poison");
        assertThat(buried.action()).isEqualTo(Action.BURY);
        assertThat(buried.reason()).contains("taken over", "3");
        assertThat(ran).containsExactly("last/2/1");
        JobEvent end = recorder.awaitCompleted(2).stream()
                .filter(event -> "poison".equals(event.id()))
                .findFirst()
                .orElseThrow();
        assertThat(end.outcome()).isEqualTo(JobOutcome.FAILED);
        assertThat(end.error()).hasMessageContaining("taken over after a crash 3 times");
        assertThat(queue.stats().failed()).isEqualTo(1);
        assertThat(metrics.count("failure", "job")).isEqualTo(1);
        assertThat(metrics.count("recovered", "job")).isEqualTo(2);
    }

    @Scenario(value = "last lives", workers = 4)
    void claim_jobsInTheirLastLife_runOneByOneAndBesideOthers(Rig rig) {
        Gate gate = rig.gate();
        AtomicInteger together = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        queue(
                rig,
                (payload, context) -> {
                    if (context.recoveries() < 2) {
                        gate.pass();
                        return;
                    }
                    most.accumulateAndGet(together.incrementAndGet(), Math::max);
                    Work.ignoringInterrupts(Duration.ofMillis(50));
                    together.decrementAndGet();
                },
                settings -> settings.maxRecoveries(2));
        backend.put("younger-1", "job", "", 1, 1, Duration.ZERO, Duration.ZERO);
        backend.put("younger-2", "job", "", 1, 1, Duration.ZERO, Duration.ZERO);
        gate.awaitWaiting(2);
        backend.put("last-1", "job", "", 1, 2, Duration.ZERO, Duration.ZERO);
        backend.put("last-2", "job", "", 1, 2, Duration.ZERO, Duration.ZERO);
        backend.put("last-3", "job", "", 1, 2, Duration.ZERO, Duration.ZERO);
        for (int i = 1; i <= 3; i++) {
            String id = "last-" + i;
            Soon.until(
                    id + " completed",
                    () -> backend.applied(id).stream().anyMatch(each -> each.action() == Action.COMPLETE));
            assertThat(backend.applied(id))
                    .allSatisfy(each -> assertThat(each.action()).isIn(Action.COMPLETE, Action.RELEASE));
        }
        assertThat(most).as("jobs in their last life at once").hasValue(1);
        gate.open();
    }

    @Scenario(value = "a retry after a recovery is no recovery", workers = 1)
    void claim_retriedAfterARecovery_isNotCountedAgain(Rig rig) {
        MetricsRecorder metrics = new MetricsRecorder();
        queue(rig, (payload, context) -> {}, settings -> settings.metrics(metrics));
        backend.put("retried", "job", "", 2, 1, Duration.ZERO, Duration.ofMinutes(5));
        settled("retried");
        backend.put("taken over", "job", "", 2, 1, Duration.ZERO, Duration.ZERO);
        settled("taken over");
        assertThat(metrics.count("recovered", "job")).isEqualTo(1);
    }

    @Scenario(value = "how many jobs a claim takes", workers = 4)
    void claim_severalJobs_isOneClaimOfSoMany(Rig rig) {
        MetricsRecorder metrics = new MetricsRecorder();
        JobQueue queue = rig.queue(settings -> settings.backend(backend)
                .codec(new TextCodec())
                .metrics(metrics)
                .processor("job", String.class, (payload, context) -> {}));
        queue.enqueueAll("job", List.of("a", "b", "c"), EnqueueOptions.defaults());
        queue.start();
        Soon.until("all ran", () -> queue.stats().succeeded() == 3);
        assertThat(metrics.count("claimed", "3")).isEqualTo(1);
    }

    @Scenario(value = "unprocessable on a storing backend", workers = 2)
    void claim_unknownNameOrUnreadable_isReleasedAndBuriedWhenOld(Rig rig) {
        AtomicInteger ran = new AtomicInteger();
        JobQueue queue = queue(
                rig,
                (payload, context) -> ran.incrementAndGet(),
                settings -> settings.unprocessable(Duration.ofSeconds(7), Duration.ofHours(1)));
        backend.put("unknown", "other", "");
        backend.put("unreadable", "job", TextCodec.UNREADABLE);
        backend.put("old", "other", "", 1, 0, Duration.ofHours(2), Duration.ZERO);
        assertThat(settled("unknown").action()).isEqualTo(Action.RELEASE);
        assertThat(settled("unknown").delay()).isEqualTo(Duration.ofSeconds(7));
        assertThat(settled("unknown").reason()).contains("other");
        assertThat(settled("unreadable").action()).isEqualTo(Action.RELEASE);
        assertThat(settled("unreadable").reason()).contains("cannot read");
        assertThat(settled("old").action()).isEqualTo(Action.BURY);
        queue.enqueue("job", "fine", EnqueueOptions.defaults().withId("fine"));
        assertThat(settled("fine").action()).isEqualTo(Action.COMPLETE);
        assertThat(ran).hasValue(1);
    }

    @Scenario(value = "unknown names may be enqueued for other nodes", workers = 1)
    void enqueue_unknownNameOnStoringBackend_isStored(Rig rig) {
        JobQueue queue = rig.queue(settings -> settings.backend(backend).codec(new TextCodec()));
        queue.enqueue("for-others", "payload");
        queue.enqueueAll("for-others", List.of("a", "b"), EnqueueOptions.defaults());
        assertThat(backend.stored()).isEqualTo(3);
    }

    @Scenario(value = "options travel with the job", workers = 1)
    void enqueue_withOptions_storesThemInTheRecord(Rig rig) {
        List<JobContext> contexts = new CopyOnWriteArrayList<>();
        JobQueue queue = rig.queue(settings -> settings.backend(backend).codec(new TextCodec()));
        queue.register(JobDefinition.of("job", String.class, (payload, context) -> {
            contexts.add(context);
            throw new IllegalStateException("fails");
        }));
        queue.enqueue(
                "job",
                "",
                EnqueueOptions.defaults()
                        .withId("opt")
                        .withHeader("name", "value")
                        .withTimeout(Duration.ofMinutes(7))
                        .withMaxRetries(1));
        queue.start();
        assertThat(settled("opt").action()).isEqualTo(Action.RETRY);
        assertThat(settled("opt").timeLeft()).isBetween(Duration.ofMinutes(6), Duration.ofMinutes(7));
        assertThat(contexts.get(0).headers()).containsEntry("name", "value");
    }

    @Scenario("stop and start on a storing backend")
    void stopAndStart_storingBackend_goesOnWithTheSameBackend(Rig rig) {
        JobQueue queue = queue(rig, (payload, context) -> {});
        for (int round = 1; round <= 5; round++) {
            queue.enqueue("job", "");
            int count = round;
            Soon.until("ran", () -> queue.stats().succeeded() == count);
            queue.stop(Duration.ofSeconds(1));
            Soon.until("no thread outlives stop", () -> rig.isThreadless(queue));
            assertThat(backend.applied()).hasSize(round);
            queue.start();
        }
        assertThat(backend.timesClosed()).isZero();
        queue.close();
        assertThat(backend.timesClosed()).isEqualTo(1);
    }
}
