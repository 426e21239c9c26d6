package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.DuplicateJobException;
import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobDefinition;
import io.jobqueue.JobOutcome;
import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueBuilder;
import io.jobqueue.QueueFullException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

class MessageTest {

    private static final EnqueueOptions ID = EnqueueOptions.defaults().withId("the-id");

    private static void nothing(JobQueueBuilder settings) {
        settings.processor("job", String.class, (payload, context) -> {});
    }

    @Scenario(value = "ids: generated", workers = 4)
    void enqueue_withoutId_givesEachJobItsOwn(Rig rig) {
        List<String> seen = new CopyOnWriteArrayList<>();
        JobQueue queue = rig.started(
                settings -> settings.processor("job", String.class, (payload, context) -> seen.add(context.id())));
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ids.add(queue.enqueue("job", ""));
        }
        Soon.until("all ran", () -> seen.size() == 100);
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(seen).containsExactlyInAnyOrderElementsOf(ids);
    }

    @Scenario(value = "ids: duplicates", workers = 1)
    void enqueue_idIsKnown_isRefusedInEveryState(Rig rig) {
        Gate gate = rig.gate();
        JobQueue queue = rig.queue(settings -> settings.processor("job", String.class, (payload, context) -> {
            gate.pass();
            if (payload.equals("fail")) {
                throw new IllegalStateException("dead");
            }
        }));
        assertThat(queue.enqueue("job", "ok", ID)).isEqualTo("the-id");
        assertDuplicate(queue, "waiting");
        queue.start();
        gate.awaitWaiting(1);
        assertDuplicate(queue, "running");
        gate.let(1);
        Soon.until("succeeded", () -> queue.stats().succeeded() == 1);
        queue.enqueue("job", "fail", ID.withDelay(Duration.ofMillis(100)));
        assertDuplicate(queue, "delayed");
        gate.let(1);
        Soon.until("dead", () -> queue.stats().dead() == 1);
        assertDuplicate(queue, "dead");
        assertThat(queue.inspection().orElseThrow().delete("the-id")).isTrue();
        queue.enqueue("job", "ok", ID);
        assertThat(queue.stats().submitted()).isEqualTo(3);
    }

    private static void assertDuplicate(JobQueue queue, String state) {
        assertThatThrownBy(() -> queue.enqueue("job", "again", ID))
                .as(state)
                .isInstanceOf(DuplicateJobException.class)
                .hasMessageContaining("the-id");
    }

    @Scenario("ids: a race for one id")
    void enqueue_sameIdFromManyThreads_acceptsOne(Rig rig) throws Exception {
        JobQueue queue = rig.queue(MessageTest::nothing);
        List<Future<Boolean>> attempts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            attempts.add(rig.aside(() -> {
                try {
                    queue.enqueue("job", "", ID);
                    return true;
                } catch (DuplicateJobException refused) {
                    return false;
                }
            }));
        }
        int accepted = 0;
        for (Future<Boolean> each : attempts) {
            accepted += Soon.result(each) ? 1 : 0;
        }
        assertThat(accepted).isEqualTo(1);
        assertThat(queue.stats().waiting()).isEqualTo(1);
    }

    @Scenario(value = "cancel: waiting, delayed, unknown, ended", workers = 0)
    void cancel_jobThatDoesNotRun_neverRuns(Rig rig) {
        Recorder recorder = new Recorder();
        JobQueue queue = rig.started(settings -> {
            nothing(settings);
            settings.listener(recorder);
        });
        String waiting = queue.enqueue("job", "");
        String delayed = queue.enqueue("job", "", EnqueueOptions.defaults().withDelay(Duration.ofHours(1)));
        assertThat(queue.cancel(waiting)).isTrue();
        assertThat(queue.cancel(delayed)).isTrue();
        assertThat(queue.cancel(waiting)).isFalse();
        assertThat(queue.cancel("unknown")).isFalse();
        recorder.awaitCompleted(2);
        assertThat(recorder.outcomes()).containsOnly(JobOutcome.CANCELLED);
        assertThat(queue.stats().cancelled()).isEqualTo(2);
        assertThat(queue.stats().waiting() + queue.stats().delayed()).isZero();
        queue.updateWorkerCount(1);
        String ended = queue.enqueue("job", "");
        Soon.until("succeeded", () -> queue.stats().succeeded() == 1);
        assertThat(queue.cancel(ended)).isFalse();
        assertThat(queue.stats().succeeded() + queue.stats().cancelled())
                .isEqualTo(queue.stats().submitted());
    }

    @Scenario(value = "cancel: running", workers = 1)
    void cancel_runningJob_isInterruptedAndFreesItsSlot(Rig rig) throws Exception {
        Gate stubborn = rig.gate();
        AtomicBoolean told = new AtomicBoolean();
        Recorder recorder = new Recorder();
        JobQueue queue = rig.started(settings -> settings.listener(recorder)
                .processor("job", String.class, (payload, context) -> {
                    stubborn.passIgnoringInterrupts();
                    told.set(context.isEnded() && Thread.currentThread().isInterrupted());
                }));
        String id = queue.enqueue("job", "");
        stubborn.awaitWaiting(1);
        assertThat(queue.cancel(id)).isTrue();
        assertThat(Soon.result(queue.submit(() -> "next"))).isEqualTo("next");
        assertThat(queue.cancel(id)).isFalse();
        stubborn.open();
        Soon.until("told", told::get);
        assertThat(recorder.awaitCompleted(2))
                .filteredOn(event -> id.equals(event.id()))
                .singleElement()
                .satisfies(event -> assertThat(event.outcome()).isEqualTo(JobOutcome.CANCELLED));
        assertThat(queue.stats().dead()).isZero();
    }

    record Small(String text) {}

    record Other(String text) {}

    @Scenario(value = "enqueue by type", workers = 2)
    void enqueue_byType_findsTheOnlyProcessor(Rig rig) {
        List<Object> seen = new CopyOnWriteArrayList<>();
        JobQueue queue = rig.started(
                settings -> settings.processor("small", Small.class, (payload, context) -> seen.add(payload))
                        .processor("one", Other.class, (payload, context) -> {})
                        .processor("two", Other.class, (payload, context) -> {}));
        queue.enqueue(new Small("text"));
        Soon.until("ran", () -> seen.equals(List.of(new Small("text"))));
        assertThatThrownBy(() -> queue.enqueue(new Other("")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one")
                .hasMessageContaining("two");
        assertThatThrownBy(() -> queue.enqueue((Object) 42))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Integer");
    }

    @Scenario(value = "enqueue: what does not fit", workers = 2)
    void enqueue_wrongTypeOrUnknownName_isRefused(Rig rig) {
        JobQueue queue = rig.started(MessageTest::nothing);
        assertThatThrownBy(() -> queue.enqueue("job", 42))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("job")
                .hasMessageContaining("Integer");
        assertThatThrownBy(() -> queue.enqueue("jbo", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("jbo");
        assertThatThrownBy(() -> queue.enqueue(" ", "")).isInstanceOf(IllegalArgumentException.class);
        assertThat(queue.stats().submitted()).isZero();
        assertThatThrownBy(() -> queue.register(JobDefinition.of("job", String.class, (payload, context) -> {})))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("job");
    }

    @Scenario(value = "enqueue: null payload", workers = 2)
    void enqueue_null_reachesTheProcessorAsNull(Rig rig) {
        List<Object> seen = new CopyOnWriteArrayList<>();
        JobQueue queue = rig.started(
                settings -> settings.processor("job", String.class, (payload, context) -> seen.add("got " + payload)));
        queue.enqueue("job", null);
        Soon.until("ran", () -> seen.equals(List.of("got null")));
    }

    @Scenario(value = "enqueueAll", workers = 2)
    void enqueueAll_fitting_runsAllInOrderOfIds(Rig rig) {
        List<String> seen = new CopyOnWriteArrayList<>();
        JobQueue queue = rig.started(settings -> settings.workerCount(1)
                .processor("job", String.class, (payload, context) -> seen.add(context.id() + payload)));
        List<String> ids = queue.enqueueAll("job", List.of("a", "b", "c"), EnqueueOptions.defaults());
        Soon.until("ran", () -> seen.size() == 3);
        assertThat(seen).containsExactly(ids.get(0) + "a", ids.get(1) + "b", ids.get(2) + "c");
        assertThat(queue.enqueueAll("job", List.of(), EnqueueOptions.defaults()))
                .isEmpty();
        assertThat(queue.stats().submitted()).isEqualTo(3);
    }

    @Scenario(value = "enqueueAll: all or nothing", workers = 2)
    void enqueueAll_oneDoesNotFit_storesNone(Rig rig) {
        JobQueue queue = rig.queue(settings -> {
            nothing(settings);
            settings.capacity(2);
        });
        assertThatThrownBy(() -> queue.enqueueAll("job", List.of("a", "b", "c"), EnqueueOptions.defaults()))
                .isInstanceOf(QueueFullException.class);
        assertThatThrownBy(() -> queue.enqueueAll("job", Arrays.asList("a", 42), EnqueueOptions.defaults()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> queue.enqueueAll("job", List.of("a"), ID))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the-id");
        assertThat(queue.stats().waiting()).isZero();
        assertThat(queue.stats().submitted()).isZero();
        queue.enqueueAll("job", List.of("a", "b"), EnqueueOptions.defaults());
        assertThat(queue.stats().waiting()).isEqualTo(2);
    }

    @Scenario(value = "job context", workers = 2)
    void context_message_tellsAboutItsJob(Rig rig) {
        List<Object> seen = new CopyOnWriteArrayList<>();
        JobQueue queue = rig.started(settings -> settings.processor(
                "job",
                String.class,
                (payload, context) -> seen.addAll(List.of(
                        context.queue(),
                        context.id(),
                        context.name(),
                        context.attempt(),
                        context.recoveries(),
                        context.isStopping(),
                        context.isEnded()))));
        queue.enqueue("job", "", ID);
        Soon.until("done", () -> queue.stats().succeeded() == 1);
        assertThat(seen).containsExactly(queue.name(), "the-id", "job", 1, 0, false, false);
    }
}
