package io.jobqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobDefinition;
import io.jobqueue.JobOutcome;
import io.jobqueue.JobQueue;
import io.jobqueue.JobTimeoutException;
import io.jobqueue.NonRetryableJobException;
import io.jobqueue.QueueClosedException;
import io.jobqueue.event.JobEvent;
import io.jobqueue.retry.Backoff;
import io.jobqueue.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TestJobQueueTest {

    record Mail(String to, Instant due) {}

    private static final Mail MAIL = new Mail("ann@example.org", Instant.parse("2026-01-01T00:00:00Z"));

    private final List<Object> ran = new ArrayList<>();
    private TestJobQueue jobs = TestJobQueue.create(q -> q.processor("note", Object.class, (p, c) -> ran.add(p))
            .processor("mail", Mail.class, (p, c) -> ran.add(p)));

    @AfterEach
    void close() {
        jobs.close();
    }

    private void recreate(java.util.function.Consumer<io.jobqueue.JobQueueBuilder> settings) {
        jobs.close();
        jobs = TestJobQueue.create(settings);
    }

    // ---- capturing

    @Test
    void enqueue_message_isCapturedAndDoesNotRun() {
        EnqueueOptions options = EnqueueOptions.defaults().withId("mail-1").withHeader("tenant", "a");
        String id = jobs.queue().enqueue("mail", MAIL, options);
        assertThat(jobs.captured()).containsExactly(new CapturedJob(id, "mail", MAIL, options));
        assertThat(jobs.payloads("mail", Mail.class)).containsExactly(MAIL);
        assertThat(jobs.captured("note")).isEmpty();
        assertThat(ran).isEmpty();
    }

    @Test
    void enqueue_payloadAlone_isCapturedWithTheNameOfItsProcessor() {
        recreate(q -> q.processor("mail", Mail.class, (p, c) -> ran.add(p)));
        String id = jobs.queue().enqueue(MAIL);
        assertThat(jobs.captured()).containsExactly(new CapturedJob(id, "mail", MAIL, EnqueueOptions.defaults()));
    }

    @Test
    void enqueueAll_batch_isCapturedInOrder() {
        List<String> ids = jobs.queue().enqueueAll("note", List.of("a", "b"), EnqueueOptions.defaults());
        assertThat(jobs.captured()).extracting(CapturedJob::id).containsExactlyElementsOf(ids);
        assertThat(jobs.payloads("note", String.class)).containsExactly("a", "b");
    }

    @Test
    void enqueue_refused_isNotCaptured() {
        assertThatThrownBy(() -> jobs.queue().enqueue("mail", "not a mail"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(jobs).hasEnqueuedNothing();
    }

    @Test
    void forgetCaptured_jobsStay() {
        jobs.queue().enqueue("note", 1);
        jobs.forgetCaptured();
        assertThat(jobs).hasEnqueuedNothing();
        jobs.drain();
        assertThat(ran).containsExactly(1);
    }

    // ---- running

    @Test
    void drain_dueJobs_runInOrderOnThisThread() {
        AtomicReference<Thread> thread = new AtomicReference<>();
        jobs.queue().register(JobDefinition.of("where", String.class, (p, c) -> thread.set(Thread.currentThread())));
        jobs.queue().enqueue("note", 1);
        jobs.queue().enqueue("where", "here");
        jobs.queue().enqueue("note", 2);
        assertThat(jobs.drain())
                .extracting(JobEvent::name, JobEvent::outcome)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("note", JobOutcome.SUCCEEDED),
                        org.assertj.core.groups.Tuple.tuple("where", JobOutcome.SUCCEEDED),
                        org.assertj.core.groups.Tuple.tuple("note", JobOutcome.SUCCEEDED));
        assertThat(ran).containsExactly(1, 2);
        assertThat(thread.get()).isSameAs(Thread.currentThread());
        assertThat(jobs).isDone().hasOnlySucceeded();
    }

    @Test
    void drain_jobThatEnqueues_runsThatToo() {
        jobs.queue()
                .register(JobDefinition.of(
                        "parent", String.class, (p, c) -> jobs.queue().enqueue("note", p)));
        jobs.queue().enqueue("parent", "child");
        assertThat(jobs.drain()).hasSize(2);
        assertThat(ran).containsExactly("child");
        assertThat(jobs).hasEnqueued("note", "child");
    }

    @Test
    void drain_secondTime_returnsOnlyWhatEndedThen() {
        jobs.queue().enqueue("note", 1);
        jobs.drain();
        jobs.queue().enqueue("note", 2);
        assertThat(jobs.drain()).hasSize(1);
        assertThat(jobs.outcomes()).hasSize(2);
        assertThat(jobs.drain()).isEmpty();
    }

    @Test
    void runNext_severalJobs_runsOne() {
        jobs.queue().enqueue("note", 1);
        jobs.queue().enqueue("note", 2);
        assertThat(jobs.runNext()).isTrue();
        assertThat(ran).containsExactly(1);
        assertThat(jobs.runNext()).isTrue();
        assertThat(jobs.runNext()).isFalse();
    }

    @Test
    void drain_jobThatEnqueuesItselfForEver_isAnError() {
        jobs.queue()
                .register(JobDefinition.of(
                        "loop", String.class, (p, c) -> jobs.queue().enqueue("loop", p)));
        jobs.queue().enqueue("loop", "x");
        assertThatThrownBy(() -> jobs.drain())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("10000")
                .hasMessageContaining("runNext()");
    }

    @Test
    void drain_tasks_endTheirFutures() {
        CompletableFuture<String> result = jobs.queue().submit(() -> "done");
        CompletableFuture<Integer> supplied =
                CompletableFuture.supplyAsync(() -> 42, jobs.queue().asExecutor());
        assertThat(result).isNotDone();
        jobs.drain();
        assertThat(result).isCompletedWithValue("done");
        assertThat(supplied).isCompletedWithValue(42);
        assertThat(jobs.outcomes()).extracting(JobEvent::name).containsExactly("task", "task");
    }

    // ---- time

    @Test
    void advance_delayedJob_becomesDue() {
        jobs.queue().enqueue("note", 1, EnqueueOptions.defaults().withDelay(Duration.ofHours(1)));
        assertThat(jobs.drain()).isEmpty();
        jobs.advance(Duration.ofMinutes(59));
        assertThat(jobs.drain()).isEmpty();
        jobs.advance(Duration.ofMinutes(1));
        assertThat(jobs.drain()).hasSize(1);
        assertThat(jobs.clock().elapsed()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void drain_failingJob_isRetriedAsThePolicySays() {
        List<Integer> attempts = new ArrayList<>();
        recreate(q -> q.retry(RetryPolicy.of(2).withBackoff(Backoff.fixed(Duration.ofSeconds(10))))
                .processor("flaky", String.class, (p, c) -> {
                    attempts.add(c.attempt());
                    throw new IllegalStateException("attempt " + c.attempt());
                }));
        jobs.queue().enqueue("flaky", "x");
        assertThat(jobs.drain()).isEmpty();
        assertThat(jobs.retries()).extracting(JobEvent::retryDelay).containsExactly(Duration.ofSeconds(10));
        jobs.advance(Duration.ofSeconds(10));
        assertThat(jobs.drain()).isEmpty();
        jobs.advance(Duration.ofSeconds(10));
        JobEvent end = jobs.drain().get(0);
        assertThat(end.outcome()).isEqualTo(JobOutcome.FAILED);
        assertThat(end.attempt()).isEqualTo(3);
        assertThat(end.error()).hasMessage("attempt 3");
        assertThat(attempts).containsExactly(1, 2, 3);
        assertThat(jobs).hasFailed("flaky", IllegalStateException.class).isDone();
    }

    @Test
    void drain_nonRetryableError_endsTheJobAtOnce() {
        recreate(q -> q.retry(RetryPolicy.of(5)).processor("bad", String.class, (p, c) -> {
            throw new NonRetryableJobException("no use");
        }));
        jobs.queue().enqueue("bad", "x");
        assertThat(jobs.drain()).extracting(JobEvent::attempt).containsExactly(1);
        assertThat(jobs).hasFailed("bad", NonRetryableJobException.class);
    }

    @Test
    void drainAll_retriesAndDelays_runsThemAllAndMovesTheClock() {
        recreate(q -> q.retry(RetryPolicy.of(3)).processor("flaky", String.class, (p, c) -> {
            if (c.attempt() < 4) {
                throw new IllegalStateException("not yet");
            }
        }));
        jobs.queue().enqueue("flaky", "x", EnqueueOptions.defaults().withDelay(Duration.ofHours(1)));
        assertThat(jobs.drainAll()).extracting(JobEvent::attempt).containsExactly(4);
        assertThat(jobs.clock().elapsed()).isEqualTo(Duration.ofHours(1).plusMillis(100 + 200 + 400));
        assertThat(jobs).hasSucceeded("flaky").isDone();
    }

    @Test
    void drain_handlerThatOverrunsItsTimeout_isTimedOut() {
        recreate(q -> q.timeout(Duration.ofMinutes(1)).processor("slow", String.class, (p, c) -> {
            jobs.advance(Duration.ofMinutes(2));
        }));
        jobs.queue().enqueue("slow", "x");
        JobEvent end = jobs.drain().get(0);
        assertThat(end.outcome()).isEqualTo(JobOutcome.TIMED_OUT);
        assertThat(end.error()).isInstanceOf(JobTimeoutException.class);
    }

    @Test
    void drain_timeoutWhileWaitingForARetry_isTimedOutWithTheLastError() {
        recreate(q -> q.timeout(Duration.ofMinutes(1))
                .retry(RetryPolicy.of(9).withBackoff(Backoff.fixed(Duration.ofMinutes(5))))
                .processor("flaky", String.class, (p, c) -> {
                    throw new IllegalStateException("broken");
                }));
        jobs.queue().enqueue("flaky", "x");
        jobs.drain();
        jobs.advance(Duration.ofMinutes(2));
        JobEvent end = jobs.drain().get(0);
        assertThat(end.outcome()).isEqualTo(JobOutcome.TIMED_OUT);
        assertThat(end.error()).hasRootCauseMessage("broken");
        assertThat(jobs).isDone();
    }

    // ---- payloads

    @Test
    void drain_withoutCodec_handsTheSameObject() {
        Object payload = new Object();
        jobs.queue().enqueue("note", payload);
        jobs.drain();
        assertThat(ran.get(0)).isSameAs(payload);
    }

    @Test
    void drain_withCodec_handsACopyThatWentThroughIt() {
        jobs.close();
        jobs = TestJobQueue.create(new JsonCodec(), q -> q.processor("mail", Mail.class, (p, c) -> ran.add(p)));
        jobs.queue().enqueue("mail", MAIL);
        jobs.drain();
        assertThat(ran.get(0)).isEqualTo(MAIL).isNotSameAs(MAIL);
        assertThat(jobs.captured().get(0).payload()).isSameAs(MAIL);
    }

    @Test
    void enqueue_payloadThatTheCodecRefuses_throws() {
        jobs.close();
        jobs = TestJobQueue.create(new JsonCodec(), q -> q.processor("note", Object.class, (p, c) -> ran.add(p)));
        class Unreadable {
            @SuppressWarnings("unused") // read by the codec
            public String getName() {
                throw new IllegalStateException("no name");
            }
        }
        assertThatThrownBy(() -> jobs.queue().enqueue("note", new Unreadable())).hasMessageContaining("note");
    }

    // ---- what production code does with its queue

    @Test
    void start_byTheCodeUnderTest_runsNothing() {
        jobs.queue().start();
        jobs.queue().enqueue("note", 1);
        assertThat(jobs.runNext()).isTrue();
        assertThat(ran).containsExactly(1);
    }

    @Test
    void awaitIdle_byTheCodeUnderTest_runsWhatIsDue() throws Exception {
        jobs.queue().enqueue("note", 1);
        assertThat(jobs.queue().awaitIdle(Duration.ofSeconds(1))).isTrue();
        assertThat(ran).containsExactly(1);
    }

    @Test
    void close_byTheCodeUnderTest_runsWhatIsDueAndRefusesMore() {
        JobQueue queue = jobs.queue();
        queue.enqueue("note", 1);
        queue.close();
        assertThat(ran).containsExactly(1);
        assertThatThrownBy(() -> queue.enqueue("note", 2)).isInstanceOf(QueueClosedException.class);
    }

    @Test
    void cancel_waitingJob_neverRuns() {
        String id = jobs.queue().enqueue("note", 1);
        assertThat(jobs.queue().cancel(id)).isTrue();
        assertThat(jobs.drain()).isEmpty();
        assertThat(ran).isEmpty();
        assertThat(jobs.outcomes()).extracting(JobEvent::outcome).containsExactly(JobOutcome.CANCELLED);
    }

    // ---- assertions

    @Test
    void assertThat_wrongExpectation_failsAndShowsWhatThereIs() {
        jobs.queue().enqueue("note", "hello");
        assertThatThrownBy(() -> assertThat(jobs).hasEnqueued("note", "bye"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("bye")
                .hasMessageContaining("hello");
        assertThatThrownBy(() -> assertThat(jobs).hasEnqueued(2, "note")).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> assertThat(jobs).hasEnqueuedNothing()).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> assertThat(jobs).isDone()).hasMessageContaining("drain()");
        assertThatThrownBy(() -> assertThat(jobs).hasSucceeded("note")).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> assertThat(jobs).hasOnlySucceeded()).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> assertThat(jobs).hasFailed("note", RuntimeException.class))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void assertThat_failedJob_failsAndShowsTheError() {
        recreate(q -> q.processor("bad", String.class, (p, c) -> {
            throw new IllegalStateException("broken pipe");
        }));
        jobs.queue().enqueue("bad", "x");
        jobs.drain();
        assertThatThrownBy(() -> assertThat(jobs).hasSucceeded("bad"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("broken pipe");
    }

    @Test
    void hasEnqueued_arrayPayload_comparesContents() {
        jobs.queue().enqueue("note", new byte[] {1, 2});
        assertThat(jobs).hasEnqueued("note", new byte[] {1, 2});
    }
}
