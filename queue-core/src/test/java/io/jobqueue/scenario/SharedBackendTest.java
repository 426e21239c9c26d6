package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.BackendOutage;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueState;
import io.jobqueue.QueueStats;
import io.jobqueue.scenario.ScriptedBackend.Claims;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Numbers, pause and outages of a backend that several nodes share. */
class SharedBackendTest {

    private final ScriptedInspection store = ScriptedInspection.shared();
    private final ScriptedBackend backend = ScriptedBackend.storing().inspected(store);
    private final MetricsRecorder metrics = new MetricsRecorder();
    private final AtomicInteger ran = new AtomicInteger();

    private JobQueue queue(Rig rig) {
        return rig.queue(settings -> settings.backend(backend)
                .codec(new TextCodec())
                .metrics(metrics)
                .pollInterval(Duration.ofMillis(100))
                .processor("job", String.class, (payload, context) -> ran.incrementAndGet()));
    }

    private JobQueue started(Rig rig) {
        JobQueue queue = queue(rig);
        queue.start();
        return queue;
    }

    // ---- numbers

    @Scenario(value = "numbers come from a sample", workers = 1)
    void stats_storingBackend_areThoseOfTheLastSample(Rig rig) {
        store.waiting(7);
        JobQueue queue = started(rig);
        Soon.until("sampled", () -> queue.stats().waiting() == 7);
        QueueStats stats = queue.stats();
        assertThat(stats.delayed()).isEqualTo(2);
        assertThat(stats.dead()).isEqualTo(4);
        assertThat(stats.oldestAge()).isEqualTo(Duration.ofSeconds(7));
        assertThat(stats.sampleAge()).isLessThan(Soon.PROGRESS);
        store.waiting(8);
        Soon.until("sampled again", () -> queue.stats().waiting() == 8);
    }

    @Scenario(value = "numbers are not asked for by each gauge", workers = 1)
    void stats_askedOften_doNotAskTheBackendAsOften(Rig rig) {
        JobQueue queue = started(rig);
        Soon.until("sampled", () -> queue.stats().sampleAge() != null);
        int before = store.looks();
        for (int i = 0; i < 10_000; i++) {
            queue.stats();
        }
        assertThat(store.looks() - before).isLessThan(10);
    }

    @Scenario(value = "numbers while the backend is away", workers = 1)
    void stats_backendAway_keepTheLastSampleAndItsAge(Rig rig) {
        store.waiting(7);
        JobQueue queue = started(rig);
        Soon.until("sampled", () -> queue.stats().waiting() == 7);
        store.away(true);
        int before = store.looks();
        Soon.until(
                "asked in vain",
                () -> store.looks() > before || queue.backendOutage().isPresent());
        Duration age = queue.stats().sampleAge();
        assertThat(queue.stats().waiting()).isEqualTo(7);
        Soon.until("older", () -> queue.stats().sampleAge().compareTo(age) > 0);
        store.away(false);
        store.waiting(1);
        Soon.until("sampled again", () -> queue.stats().waiting() == 1);
    }

    @Scenario(value = "numbers of a queue that was never started", workers = 1)
    void stats_neverSampled_sayThatNothingIsKnown(Rig rig) {
        store.waiting(7);
        JobQueue queue = queue(rig);
        assertThat(queue.stats().sampleAge()).isNull();
        assertThat(queue.stats().waiting()).isZero();
        assertThat(queue.drain(Duration.ofSeconds(1)).left()).isEqualTo(9);
    }

    @Scenario(value = "await-idle: a backend that does not answer is not idle", workers = 1)
    void awaitIdle_backendAway_isNotIdle(Rig rig) throws Exception {
        JobQueue queue = started(rig);
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        store.away(true);
        assertThat(queue.awaitIdle(Duration.ofMillis(100))).isFalse();
    }

    // ---- pause

    @Scenario(value = "a pause from another node", workers = 1)
    void pause_setElsewhere_isFollowed(Rig rig) {
        JobQueue queue = started(rig);
        store.pausedElsewhere(true);
        Soon.until("paused here, too", () -> queue.state() == QueueState.PAUSED);
        queue.enqueue("job", "");
        assertThat(ran).hasValue(0);
        store.pausedElsewhere(false);
        Soon.until("running here, too", () -> queue.state() == QueueState.RUNNING);
        Soon.until("ran", () -> ran.get() == 1);
    }

    @Scenario(value = "a pause from here", workers = 1)
    void pause_here_isToldToTheOthers(Rig rig) {
        JobQueue queue = started(rig);
        queue.pause();
        assertThat(queue.state()).isEqualTo(QueueState.PAUSED);
        Soon.until("told", store::isPausedForAll);
        queue.resume();
        assertThat(queue.state()).isEqualTo(QueueState.RUNNING);
        Soon.until("told", () -> !store.isPausedForAll());
    }

    @Scenario(value = "a pause before the start", workers = 1)
    void pause_beforeStart_isToldByTheStartedQueue(Rig rig) {
        JobQueue queue = queue(rig);
        queue.pause();
        assertThat(store.isPausedForAll()).isFalse();
        queue.start();
        assertThat(queue.state()).isEqualTo(QueueState.PAUSED);
        Soon.until("told", store::isPausedForAll);
    }

    @Scenario(value = "a pause while the backend is away", workers = 1)
    void pause_backendAway_holdsHereAndIsToldLater(Rig rig) throws Exception {
        JobQueue queue = started(rig);
        store.away(true);
        Soon.until("noticed", () -> queue.backendOutage().isPresent());
        queue.pause();
        assertThat(queue.state()).isEqualTo(QueueState.PAUSED);
        Soon.stays("not told", () -> !store.isPausedForAll());
        store.away(false);
        Soon.until("told", store::isPausedForAll);
        Soon.stays("still paused", () -> queue.state() == QueueState.PAUSED);
    }

    @Scenario(value = "a pause right before the end", workers = 1)
    void pause_thenStop_isToldBeforeTheStopReturns(Rig rig) {
        JobQueue queue = started(rig);
        queue.pause();
        queue.stop(Duration.ofSeconds(1));
        assertThat(store.isPausedForAll()).isTrue();
        Soon.until("no thread outlives stop", () -> rig.isThreadless(queue));
    }

    @Scenario(value = "a pause of a backend that is not shared", workers = 1)
    void pause_backendOfOneNode_isOfThisNode(Rig rig) throws Exception {
        backend.inspected(ScriptedInspection.ofOneNode());
        JobQueue queue = started(rig);
        queue.pause();
        backend.put("waits", "job", "");
        Soon.stays("paused", () -> queue.state() == QueueState.PAUSED && ran.get() == 0);
        queue.resume();
        Soon.until("ran", () -> ran.get() == 1);
    }

    // ---- outages

    @Scenario(value = "an outage is known", workers = 1)
    void backendOutage_claimFails_isKnownUntilItWorks(Rig rig) {
        JobQueue queue = started(rig);
        assertThat(queue.backendOutage()).isEmpty();
        backend.behave(Claims.FAILING);
        backend.wakeup();
        Soon.until("known", () -> queue.backendOutage().isPresent());
        BackendOutage outage = queue.backendOutage().orElseThrow();
        assertThat(outage.operation()).isEqualTo("claim");
        assertThat(outage.error()).hasMessage("the store is away");
        assertThat(metrics.count("backend failed", "claim")).isPositive();
        Soon.until(
                "it lasts", () -> queue.backendOutage().orElseThrow().lasting().compareTo(outage.lasting()) > 0);
        backend.behave(Claims.NORMAL);
        Soon.until("over", () -> queue.backendOutage().isEmpty());
    }

    @Scenario(value = "an outage of a paused queue ends, too", workers = 1)
    void backendOutage_queuePaused_isFoundByLooking(Rig rig) {
        JobQueue queue = started(rig);
        queue.pause();
        store.away(true);
        Soon.until("known", () -> queue.backendOutage().isPresent());
        assertThat(queue.backendOutage().orElseThrow().operation()).isEqualTo("inspect");
        store.away(false);
        Soon.until("over", () -> queue.backendOutage().isEmpty());
    }

    @Scenario(value = "an outage is of the started queue", workers = 1)
    void backendOutage_queueStopped_isUnknown(Rig rig) throws Exception {
        JobQueue queue = started(rig);
        backend.behave(Claims.FAILING);
        backend.wakeup();
        Soon.until("known", () -> queue.backendOutage().isPresent());
        Future<?> stop = rig.aside(() -> queue.stop(Duration.ofMillis(100)));
        Soon.result(stop);
        assertThat(queue.backendOutage()).isEmpty();
    }

    @Scenario(value = "a failed enqueue", workers = 1)
    void enqueue_backendThrows_isCountedAndTheProducersOwn(Rig rig) {
        JobQueue queue = started(rig);
        backend.answerEnqueues(answers -> {
            throw new IllegalStateException("out of memory");
        });
        assertThatThrownBy(() -> queue.enqueue("job", "")).hasMessage("out of memory");
        assertThat(metrics.count("backend failed", "enqueue")).isEqualTo(1);
        assertThat(metrics.count("submitted", "job")).isZero();
        assertThat(queue.stats().submitted()).isZero();
        assertThat(queue.backendOutage()).isEmpty();
    }
}
