package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.DuplicateJobException;
import io.jobqueue.EnqueueOptions;
import io.jobqueue.EnqueueTiming;
import io.jobqueue.JobOutcome;
import io.jobqueue.JobProcessor;
import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueBuilder;
import io.jobqueue.JobRejectedException;
import io.jobqueue.QueueClosedException;
import io.jobqueue.QueueFullException;
import io.jobqueue.WhenFull;
import io.jobqueue.event.JobEvent;
import io.jobqueue.retry.Backoff;
import io.jobqueue.retry.RetryPolicy;
import io.jobqueue.scenario.Recorder.Kind;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.NewJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** How messages get into a storing backend. */
class SendingTest {

    private final ScriptedBackend backend = ScriptedBackend.storing();
    private final MetricsRecorder metrics = new MetricsRecorder();
    private final Recorder recorder = new Recorder();
    private final AtomicBoolean full = new AtomicBoolean();
    private final AtomicInteger sendings = new AtomicInteger();

    SendingTest() {
        backend.beforeEnqueue(() -> {
            sendings.incrementAndGet();
            if (full.get()) {
                throw new QueueFullException("the store is full");
            }
        });
    }

    private JobQueue queue(Rig rig, JobProcessor<String> processor, Consumer<JobQueueBuilder> more) {
        return rig.queue(settings -> {
            settings.backend(backend)
                    .codec(new TextCodec())
                    .metrics(metrics)
                    .listener(recorder)
                    .pollInterval(Duration.ofMillis(100))
                    .processor("job", String.class, processor);
            more.accept(settings);
        });
    }

    private static EnqueueOptions id(String id) {
        return EnqueueOptions.defaults().withId(id);
    }

    // ---- the order of events

    @Scenario("submitted comes before started")
    void submitted_claimedBeforeTheProducerKnows_isToldFirst(Rig rig) throws Exception {
        Gate answer = rig.gate();
        backend.answerEnqueues(answers -> {
            answer.passIgnoringInterrupts();
            return answers;
        });
        JobQueue queue = queue(rig, (payload, context) -> {}, settings -> {});
        queue.start();
        Future<String> producer = rig.aside(() -> queue.enqueue("job", "", id("one")));
        answer.awaitWaiting(1);
        backend.wakeup(); // as a producer on another node would
        recorder.awaitCompleted(1);
        assertThat(producer).isNotDone();
        answer.open();
        assertThat(Soon.result(producer)).isEqualTo("one");
        Soon.until("counted", () -> metrics.count("submitted", "job") == 1);
        assertThat(recorder.kindsOf("one")).containsExactly(Kind.SUBMITTED, Kind.STARTED, Kind.COMPLETED);
    }

    @Scenario("submitted comes once and first, whoever is faster")
    void submitted_manyProducers_isToldOnceAndFirst(Rig rig) throws Exception {
        JobQueue queue = queue(rig, (payload, context) -> {}, settings -> {});
        queue.start();
        List<Future<List<String>>> producers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            producers.add(rig.aside(() -> {
                List<String> ids = new ArrayList<>();
                for (int n = 0; n < 50; n++) {
                    ids.add(queue.enqueue("job", ""));
                }
                ids.addAll(queue.enqueueAll("job", List.of("a", "b"), EnqueueOptions.defaults()));
                return ids;
            }));
        }
        List<String> ids = new ArrayList<>();
        for (Future<List<String>> producer : producers) {
            ids.addAll(Soon.result(producer));
        }
        recorder.awaitCompleted(208);
        assertThat(ids)
                .hasSize(208)
                .allSatisfy(each -> assertThat(recorder.kindsOf(each))
                        .containsExactly(Kind.SUBMITTED, Kind.STARTED, Kind.COMPLETED));
    }

    @Scenario(value = "a duplicate among a batch", workers = 1)
    void enqueue_knownId_isNotSubmitted(Rig rig) {
        JobQueue queue = queue(rig, (payload, context) -> {}, settings -> {});
        queue.enqueue("job", "", id("one"));
        assertThatThrownBy(() -> queue.enqueue("job", "", id("one"))).isInstanceOf(DuplicateJobException.class);
        assertThat(queue.stats().submitted()).isEqualTo(1);
        assertThat(metrics.count("submitted", "job")).isEqualTo(1);
    }

    @Scenario(value = "an answer that was lost", workers = 1)
    void enqueue_generatedIdIsKnown_wasStoredByTheFirstSending(Rig rig) {
        backend.answerEnqueues(
                answers -> answers.stream().map(any -> EnqueueResult.DUPLICATE).toList());
        JobQueue queue = queue(rig, (payload, context) -> {}, settings -> {});
        queue.enqueue("job", "");
        assertThat(queue.stats().submitted()).isEqualTo(1);
    }

    // ---- a full queue

    @Scenario(value = "full: reject", workers = 1)
    void enqueue_fullAndReject_throwsAndCounts(Rig rig) {
        full.set(true);
        JobQueue queue = queue(rig, (payload, context) -> {}, settings -> {});
        assertThatThrownBy(() -> queue.enqueueAll("job", List.of("a", "b"), EnqueueOptions.defaults()))
                .isInstanceOf(QueueFullException.class);
        assertThat(sendings).hasValue(1);
        assertThat(queue.stats().rejected()).isEqualTo(2);
        assertThat(queue.stats().submitted()).isZero();
        assertThat(metrics.count("rejected", "job")).isEqualTo(2);
        assertThat(metrics.count("backend failed", "enqueue")).isZero();
    }

    @Scenario(value = "full: block", workers = 1)
    void enqueue_fullAndBlock_waitsForRoom(Rig rig) throws Exception {
        full.set(true);
        JobQueue queue = queue(
                rig,
                (payload, context) -> {},
                settings -> settings.whenFull(WhenFull.BLOCK).blockTimeout(Soon.PROGRESS));
        Future<String> producer = rig.aside(() -> queue.enqueue("job", "", id("one")));
        Soon.until("asked again", () -> sendings.get() > 2);
        assertThat(producer).isNotDone();
        full.set(false);
        assertThat(Soon.result(producer)).isEqualTo("one");
        assertThat(queue.stats().submitted()).isEqualTo(1);
        assertThat(queue.stats().rejected()).isZero();
    }

    @Scenario(value = "full: block, in vain", workers = 1)
    void enqueue_fullAndBlock_throwsAtItsLimit(Rig rig) {
        full.set(true);
        JobQueue queue = queue(
                rig,
                (payload, context) -> {},
                settings -> settings.whenFull(WhenFull.BLOCK).blockTimeout(Duration.ofMillis(100)));
        long begin = System.nanoTime();
        assertThatThrownBy(() -> queue.enqueue("job", "")).isInstanceOf(QueueFullException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
        assertThat(queue.stats().rejected()).isEqualTo(1);
    }

    @Scenario(value = "full: block, interrupted or closed", workers = 1)
    void enqueue_fullAndBlock_endsByInterruptAndByClose(Rig rig) throws Exception {
        full.set(true);
        JobQueue queue = queue(
                rig,
                (payload, context) -> {},
                settings -> settings.whenFull(WhenFull.BLOCK).blockTimeout(Duration.ofMinutes(1)));
        assertThat(Soon.error(rig.aside(() -> {
                    Thread.currentThread().interrupt();
                    return queue.enqueue("job", "");
                })))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining("interrupted");
        Future<String> producer = rig.aside(() -> queue.enqueue("job", ""));
        Soon.until("asked again", () -> sendings.get() > 3);
        queue.drain(Duration.ofMillis(100));
        assertThat(Soon.error(producer)).isInstanceOf(QueueClosedException.class);
        assertThat(queue.stats().rejected()).isEqualTo(2);
    }

    @Scenario(value = "full: caller runs", workers = 1)
    void enqueue_fullAndCallerRuns_runsOnTheCallersThread(Rig rig) {
        full.set(true);
        AtomicReference<Thread> thread = new AtomicReference<>();
        JobQueue queue = queue(
                rig,
                (payload, context) -> thread.set(Thread.currentThread()),
                settings -> settings.whenFull(WhenFull.CALLER_RUNS));
        queue.enqueue("job", "", id("one"));
        assertThat(thread).hasValue(Thread.currentThread());
        assertThat(queue.stats().succeeded()).isEqualTo(1);
        assertThat(queue.stats().submitted()).isEqualTo(1);
        recorder.awaitCompleted(1);
        assertThat(recorder.kindsOf("one")).containsExactly(Kind.SUBMITTED, Kind.STARTED, Kind.COMPLETED);
    }

    @Scenario(value = "full: caller runs, with retries", workers = 1)
    void enqueue_fullAndCallerRuns_retriesOnTheCallersThread(Rig rig) {
        full.set(true);
        List<Integer> attempts = new CopyOnWriteArrayList<>();
        JobQueue queue = queue(
                rig,
                (payload, context) -> {
                    attempts.add(context.attempt());
                    if (payload.equals("fails") || attempts.size() < 3) {
                        throw new IllegalStateException("attempt " + context.attempt());
                    }
                },
                settings -> settings.whenFull(WhenFull.CALLER_RUNS)
                        .retry(RetryPolicy.of(2).withBackoff(Backoff.fixed(Duration.ofMillis(5)))));
        queue.enqueue("job", "works at last");
        assertThat(attempts).containsExactly(1, 2, 3);
        assertThat(queue.stats().succeeded()).isEqualTo(1);
        assertThat(queue.stats().retried()).isEqualTo(2);
        attempts.clear();
        queue.enqueue("job", "fails");
        assertThat(attempts).containsExactly(1, 2, 3);
        assertThat(queue.stats().failed()).isEqualTo(1);
        JobEvent last = recorder.awaitCompleted(2).get(1);
        assertThat(last.outcome()).isEqualTo(JobOutcome.FAILED);
        assertThat(last.error()).hasMessage("attempt 3");
    }

    @Scenario(value = "full: what the caller cannot run", workers = 1)
    void enqueue_fullAndCallerRuns_refusesUnknownNamesAndKnownIds(Rig rig) {
        ScriptedInspection store = ScriptedInspection.shared();
        store.knows("one");
        backend.inspected(store);
        full.set(true);
        AtomicInteger ran = new AtomicInteger();
        JobQueue queue = queue(
                rig, (payload, context) -> ran.incrementAndGet(), settings -> settings.whenFull(WhenFull.CALLER_RUNS));
        assertThatThrownBy(() -> queue.enqueue("of another node", "")).isInstanceOf(QueueFullException.class);
        assertThatThrownBy(() -> queue.enqueue("job", "", id("one"))).isInstanceOf(QueueFullException.class);
        assertThat(ran).hasValue(0);
        queue.enqueue("job", "", id("two"));
        assertThat(ran).hasValue(1);
    }

    // ---- when

    @Scenario(value = "sent later", workers = 1)
    void enqueue_timingKeepsTheJobs_areSubmittedWhenTheyAreSent(Rig rig) {
        KeptJobs kept = new KeptJobs();
        JobQueue queue = queue(rig, (payload, context) -> {}, settings -> settings.enqueueTiming(kept));
        queue.enqueue("job", "", id("one"));
        queue.enqueue("for others", "", id("two"));
        assertThat(sendings).hasValue(0);
        assertThat(queue.stats().submitted()).isZero();
        kept.send();
        assertThat(sendings).hasValue(1);
        assertThat(queue.stats().submitted()).isEqualTo(2);
        assertThat(metrics.count("submitted", "job") + metrics.count("submitted", "for others"))
                .isEqualTo(2);
        Soon.until("told", () -> recorder.all(Kind.SUBMITTED).size() == 2);
    }

    @Scenario(value = "sent later: what goes wrong then", workers = 1)
    void enqueue_sentLaterAndRefused_isTheSendersProblem(Rig rig) {
        KeptJobs kept = new KeptJobs();
        JobQueue queue = queue(rig, (payload, context) -> {}, settings -> settings.enqueueTiming(kept));
        queue.enqueue("job", "", id("one"));
        queue.enqueue("job", "", id("one"));
        queue.enqueue("job", "", id("two"));
        assertThatThrownBy(() -> kept.send())
                .isInstanceOf(DuplicateJobException.class)
                .hasMessageContaining("one");
        assertThat(backend.stored()).isEqualTo(2);
        assertThat(queue.stats().submitted()).isEqualTo(2);
        queue.close();
        assertThatThrownBy(() -> kept.send()).isInstanceOf(QueueClosedException.class);
    }

    /** Keeps what is enqueued until it is told to send it. */
    private static final class KeptJobs implements EnqueueTiming {

        private final List<NewJob> jobs = new ArrayList<>();
        private Consumer<List<NewJob>> sender = unused -> {
            throw new IllegalStateException("nothing was enqueued");
        };

        @Override
        public void enqueue(List<NewJob> more, Consumer<List<NewJob>> send) {
            jobs.addAll(more);
            sender = send;
        }

        void send() {
            sender.accept(jobs);
        }
    }
}
