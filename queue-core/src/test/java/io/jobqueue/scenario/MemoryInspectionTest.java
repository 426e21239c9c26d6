package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobOutcome;
import io.jobqueue.JobQueue;
import io.jobqueue.spi.JobDetails;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.QueueCounts;
import io.jobqueue.spi.QueueInspection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Dead jobs, payload copies and inspection in memory. */
class MemoryInspectionTest {

    private static EnqueueOptions id(String id) {
        return EnqueueOptions.defaults().withId(id);
    }

    @Scenario(value = "dead jobs: inspected and requeued", workers = 2)
    void requeue_deadJob_runsAgainAsIfNew(Rig rig) {
        List<String> runs = new CopyOnWriteArrayList<>();
        JobQueue queue = rig.started(settings -> settings.processor("job", String.class, (payload, context) -> {
            runs.add(payload + context.attempt());
            if (runs.size() <= 2) {
                throw new IllegalStateException("the reason");
            }
        }));
        queue.enqueue("job", "p", id("job-1").withMaxRetries(1));
        Soon.until("dead", () -> queue.stats().dead() == 1);
        QueueInspection inspection = queue.inspection().orElseThrow();
        JobDetails dead = inspection.list(JobState.DEAD, 10, null).get(0);
        assertThat(dead.record().id()).isEqualTo("job-1");
        assertThat(dead.record().payload()).isEqualTo("p");
        assertThat(dead.state()).isEqualTo(JobState.DEAD);
        assertThat(dead.attempts()).isEqualTo(2);
        assertThat(dead.error()).contains("IllegalStateException", "the reason", "MemoryInspectionTest");
        assertThat(inspection.requeue("job-1")).isTrue();
        Soon.until("succeeded", () -> queue.stats().succeeded() == 1);
        assertThat(runs).containsExactly("p1", "p2", "p1");
        assertThat(queue.stats().dead()).isZero();
        assertThat(inspection.requeue("job-1")).isFalse();
        assertThat(inspection.find("job-1")).isEmpty();
    }

    @Scenario(value = "inspection: counts and lists", workers = 1)
    void inspection_jobsInEveryState_areFound(Rig rig) {
        Gate gate = rig.gate();
        JobQueue queue = rig.started(settings -> settings.processor("job", String.class, (payload, context) -> {
            if (payload.equals("fail")) {
                throw new IllegalStateException("dead");
            }
            gate.pass();
        }));
        queue.enqueue("job", "fail", id("dead"));
        Soon.until("dead", () -> queue.stats().dead() == 1);
        queue.enqueue("job", "", id("running"));
        gate.awaitWaiting(1);
        queue.enqueue("job", "", id("waiting-1"));
        queue.enqueue("job", "", id("waiting-2"));
        queue.enqueue("job", "", id("delayed").withDelay(Duration.ofHours(1)));
        QueueInspection inspection = queue.inspection().orElseThrow();
        QueueCounts counts = inspection.counts();
        assertThat(counts.waiting()).isEqualTo(2);
        assertThat(counts.delayed()).isEqualTo(1);
        assertThat(counts.running()).isEqualTo(1);
        assertThat(counts.dead()).isEqualTo(1);
        for (JobState state : JobState.values()) {
            assertThat(inspection.list(state, 10, null))
                    .as("%s", state)
                    .isNotEmpty()
                    .allSatisfy(job -> assertThat(job.state()).isEqualTo(state))
                    .allSatisfy(job -> assertThat(job.record().id()).startsWithIgnoringCase(state.name()));
        }
        assertThat(pages(inspection)).containsExactly("waiting-1", "waiting-2");
        assertThat(inspection.find("running").orElseThrow().state()).isEqualTo(JobState.RUNNING);
        assertThat(inspection.find("unknown")).isEmpty();
    }

    private static List<String> pages(QueueInspection inspection) {
        List<String> ids = new ArrayList<>();
        String after = null;
        while (true) {
            List<JobDetails> page = inspection.list(JobState.WAITING, 1, after);
            if (page.isEmpty()) {
                return ids;
            }
            assertThat(page).hasSize(1);
            after = page.get(0).record().id();
            ids.add(after);
        }
    }

    @Scenario(value = "inspection: delete and purge", workers = 1)
    void deleteAndPurge_byStateAndAge_removeWhatIsMeant(Rig rig) {
        Gate gate = rig.gate();
        JobQueue queue = rig.started(settings -> settings.processor("job", String.class, (payload, context) -> {
            if (payload.equals("fail")) {
                throw new IllegalStateException("dead");
            }
            gate.pass();
        }));
        queue.enqueue("job", "fail", id("dead"));
        Soon.until("dead", () -> queue.stats().dead() == 1);
        queue.enqueue("job", "", id("running"));
        gate.awaitWaiting(1);
        queue.enqueue("job", "", id("waiting"));
        queue.enqueue("job", "", id("delayed").withDelay(Duration.ofHours(1)));
        QueueInspection inspection = queue.inspection().orElseThrow();
        assertThat(inspection.delete("running")).isFalse();
        assertThat(inspection.delete("unknown")).isFalse();
        assertThat(inspection.delete("delayed")).isTrue();
        assertThat(inspection.purge(JobState.DEAD, Duration.ofHours(1))).isZero();
        assertThat(inspection.purge(JobState.DEAD, Duration.ZERO)).isEqualTo(1);
        assertThat(inspection.purge(JobState.WAITING, Duration.ZERO)).isEqualTo(1);
        assertThatThrownBy(() -> inspection.purge(JobState.RUNNING, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(inspection.counts().running()).isEqualTo(1);
        assertThat(queue.stats().cancelled()).as("deleted before they ran").isEqualTo(2);
        assertThat(queue.stats().waiting()
                        + queue.stats().delayed()
                        + queue.stats().dead())
                .isZero();
        queue.enqueue("job", "", id("waiting"));
    }

    @Scenario(value = "inspection: cancel", workers = 1)
    void cancel_throughInspection_endsTheJob(Rig rig) {
        Recorder recorder = new Recorder();
        Gate never = rig.gate();
        JobQueue queue = rig.started(settings ->
                settings.listener(recorder).processor("job", String.class, (payload, context) -> never.pass()));
        queue.enqueue("job", "", id("running"));
        never.awaitWaiting(1);
        queue.enqueue("job", "", id("waiting"));
        QueueInspection inspection = queue.inspection().orElseThrow();
        assertThat(inspection.cancel("waiting")).isTrue();
        assertThat(inspection.cancel("unknown")).isFalse();
        assertThat(queue.stats().waiting()).isZero();
        assertThat(inspection.cancel("running")).isTrue();
        Soon.until("interrupted", () -> never.waiting() == 0);
        Soon.until("totals are final", () -> {
            return queue.stats().running() == 0 && queue.stats().cancelled() == 2;
        });
        assertThat(recorder.awaitCompleted(2))
                .allSatisfy(event -> assertThat(event.outcome()).isEqualTo(JobOutcome.CANCELLED));
    }

    @Scenario(value = "copy-payloads", workers = 2)
    void enqueue_copyingPayloads_isolatesTheProducer(Rig rig) {
        List<String> seen = new CopyOnWriteArrayList<>();
        JobQueue queue = rig.queue(settings -> settings.codec(new TextCodec())
                .copyPayloads(true)
                .processor("job", CharSequence.class, (payload, context) -> seen.add(payload.toString())));
        StringBuilder payload = new StringBuilder("before");
        queue.enqueue("job", payload);
        payload.append(" and after");
        queue.start();
        Soon.until("ran", () -> seen.equals(List.of("before")));
    }

    @Scenario(value = "payload by reference", workers = 2)
    void enqueue_notCopying_keepsTheReference(Rig rig) {
        List<Object> seen = new CopyOnWriteArrayList<>();
        Object payload = new Object();
        JobQueue queue =
                rig.started(settings -> settings.processor("job", Object.class, (given, context) -> seen.add(given)));
        queue.enqueue("job", payload);
        Soon.until("ran", () -> seen.size() == 1);
        assertThat(seen.get(0)).isSameAs(payload);
    }

    @Scenario(value = "unprocessable: payload", workers = 2)
    void decode_fails_isReleasedAndDeadAfterItsAge(Rig rig) {
        List<String> seen = new CopyOnWriteArrayList<>();
        JobQueue queue = rig.started(settings -> settings.codec(new TextCodec())
                .copyPayloads(true)
                .unprocessable(Duration.ofMillis(20), Duration.ofMillis(300))
                .processor("job", String.class, (payload, context) -> seen.add(payload)));
        queue.enqueue("job", TextCodec.UNREADABLE, id("poison"));
        QueueInspection inspection = queue.inspection().orElseThrow();
        Soon.until(
                "released with its reason",
                () -> inspection
                        .find("poison")
                        .map(JobDetails::reason)
                        .filter(reason -> reason.contains("cannot read"))
                        .isPresent());
        assertThat(inspection.find("poison").orElseThrow().attempts()).isZero();
        queue.enqueue("job", "readable");
        Soon.until("others go on", () -> seen.equals(List.of("readable")));
        Soon.until("dead", () -> queue.stats().dead() == 1);
        JobDetails dead = inspection.find("poison").orElseThrow();
        assertThat(dead.state()).isEqualTo(JobState.DEAD);
        assertThat(dead.age()).isGreaterThanOrEqualTo(Duration.ofMillis(300));
        assertThat(seen).containsExactly("readable");
        assertThat(queue.stats().failed()).isEqualTo(1);
    }

    @Scenario(value = "unprocessable: name", workers = 2)
    void unknownName_enqueuedBeforeStart_isDeadAfterItsAge(Rig rig) {
        JobQueue queue = rig.queue(settings -> settings.unprocessable(Duration.ofMillis(20), Duration.ofMillis(200)));
        queue.enqueue("unheard-of", "", id("unknown"));
        queue.start();
        Soon.until("dead", () -> queue.stats().dead() == 1);
        JobDetails dead = queue.inspection().orElseThrow().find("unknown").orElseThrow();
        assertThat(dead.reason()).contains("unheard-of");
        assertThat(dead.attempts()).isZero();
        assertThat(queue.stats().failed()).isEqualTo(1);
    }
}
