package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobOutcome;
import io.jobqueue.JobQueue;
import io.jobqueue.JobTimeoutException;
import io.jobqueue.QueueState;
import io.jobqueue.event.JobEvent;
import io.jobqueue.event.JobListener;
import io.jobqueue.retry.Backoff;
import io.jobqueue.retry.RetryPolicy;
import io.jobqueue.scenario.Recorder.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

class ListenerTest {

    private static JobListener onCompleted(Consumer<JobEvent> action) {
        return new JobListener() {
            @Override
            public void completed(JobEvent event) {
                action.accept(event);
            }
        };
    }

    @Scenario(value = "listener-waits-for-next-job", workers = 1)
    void completed_enqueuesAndWaitsForAJob_isNotDeadlocked(Rig rig) throws Exception {
        List<String> ended = new CopyOnWriteArrayList<>();
        CompletableFuture<String> both = new CompletableFuture<>();
        JobQueue[] queue = new JobQueue[1];
        queue[0] = rig.started(settings -> settings.processor("first", String.class, (payload, context) -> {})
                .processor("second", String.class, (payload, context) -> {})
                .listener(onCompleted(event -> {
                    if (event.name().equals("first")) {
                        queue[0].enqueue("second", "");
                        Soon.until(
                                "the second job succeeded",
                                () -> queue[0].stats().succeeded() == 2);
                    }
                    ended.add(event.name());
                    if (ended.size() == 2) {
                        both.complete("both");
                    }
                })));
        queue[0].enqueue("first", "");
        assertThat(both.get(1, TimeUnit.SECONDS)).isEqualTo("both");
        assertThat(ended).containsExactly("first", "second");
    }

    @Scenario(value = "listener-waits-for-next-job: which times out", workers = 1)
    void completed_waitsForAJobThatTimesOut_isNotDeadlocked(Rig rig) throws Exception {
        Gate never = rig.gate();
        CompletableFuture<Throwable> seen = new CompletableFuture<>();
        JobQueue[] queue = new JobQueue[1];
        queue[0] = rig.started(settings -> settings.processor("first", String.class, (payload, context) -> {})
                .listener(onCompleted(event -> {
                    if (event.name().equals("first")) {
                        seen.complete(errorOf(queue[0].submit(
                                () -> {
                                    never.pass();
                                    return null;
                                },
                                EnqueueOptions.defaults().withTimeout(Duration.ofMillis(50)))));
                    }
                })));
        queue[0].enqueue("first", "");
        assertThat(Soon.result(seen)).isInstanceOf(JobTimeoutException.class);
    }

    private static Throwable errorOf(Future<?> future) {
        try {
            return Soon.error(future);
        } catch (Exception tooLate) {
            return tooLate;
        }
    }

    @Scenario("close-waits-for-listener")
    void close_listenerRuns_returnsAfterIt(Rig rig) throws Exception {
        Gate gate = rig.gate();
        AtomicInteger completed = new AtomicInteger();
        JobQueue queue = rig.started(settings -> settings.listener(onCompleted(event -> {
            gate.passIgnoringInterrupts();
            completed.incrementAndGet();
        })));
        queue.execute(() -> {});
        gate.awaitWaiting(1);
        Future<Integer> close = rig.aside(() -> {
            queue.close();
            return completed.get();
        });
        Soon.until("closing", () -> queue.state() == QueueState.STOPPING);
        Soon.stays("close waits", () -> !close.isDone());
        gate.open();
        assertThat(Soon.result(close)).isEqualTo(1);
    }

    @Scenario("close delivers every event")
    void close_manyJobs_deliversAllEventsBeforeItReturns(Rig rig) {
        AtomicInteger completed = new AtomicInteger();
        JobQueue queue = rig.started(settings -> settings.listener(onCompleted(event -> completed.incrementAndGet())));
        for (int i = 0; i < 2_000; i++) {
            queue.execute(() -> {});
        }
        queue.close();
        assertThat(completed).hasValue(2_000);
    }

    @Scenario("faulty-listener")
    void completed_listenerThrows_isLoggedOnceAndHarmsNobody(Rig rig) throws Exception {
        IllegalStateException fault = new IllegalStateException("faulty listener");
        Recorder second = new Recorder();
        try (LogCapture log = LogCapture.open()) {
            JobQueue queue = rig.started(settings -> settings.listener(onCompleted(event -> {
                        throw fault;
                    }))
                    .listener(second));
            assertThat(Soon.result(queue.submit(() -> "fine"))).isEqualTo("fine");
            second.awaitCompleted(1);
            queue.close();
            assertThat(log.timesLogged(fault)).isEqualTo(1);
        }
        assertThat(second.outcomes()).containsExactly(JobOutcome.SUCCEEDED);
    }

    @Scenario(value = "faulty-listener: error", workers = 4)
    void everyEvent_listenerThrowsErrors_goesOn(Rig rig) {
        Recorder second = new Recorder();
        JobQueue queue = rig.started(settings -> settings.listener(new JobListener() {
                    @Override
                    public void submitted(JobEvent event) {
                        throw new LinkageError("faulty");
                    }

                    @Override
                    public void started(JobEvent event) {
                        throw new LinkageError("faulty");
                    }

                    @Override
                    public void completed(JobEvent event) {
                        throw new LinkageError("faulty");
                    }
                })
                .listener(second));
        for (int i = 0; i < 100; i++) {
            queue.execute(() -> {});
        }
        assertThat(second.awaitCompleted(100)).hasSize(100);
        assertThat(queue.stats().succeeded()).isEqualTo(100);
    }

    @Scenario("faulty-metrics")
    void metrics_everyCallThrows_isLoggedOnceAndHarmsNobody(Rig rig) {
        AtomicInteger ran = new AtomicInteger();
        IllegalStateException fault = new IllegalStateException("faulty registry");
        MetricsRecorder faulty = new MetricsRecorder() {
            @Override
            public void submitted(String job) {
                throw fault;
            }

            @Override
            public void started(String job, long waitNanos) {
                throw fault;
            }

            @Override
            public void retried(String job, long runNanos) {
                throw fault;
            }

            @Override
            public void completed(String job, JobOutcome outcome, long runNanos) {
                throw fault;
            }
        };
        try (LogCapture log = LogCapture.open()) {
            JobQueue queue = rig.started(settings ->
                    settings.metrics(faulty).retry(RetryPolicy.of(1).withBackoff(Backoff.fixed(Duration.ZERO))));
            for (int i = 0; i < 20; i++) {
                queue.submit(() -> {
                    if (ran.incrementAndGet() % 2 == 0) {
                        throw new IllegalStateException("job");
                    }
                    return null;
                });
            }
            queue.close();
            assertThat(queue.stats().succeeded() + queue.stats().failed()).isEqualTo(20);
            assertThat(log.timesLogged(fault)).isEqualTo(1);
        }
    }

    @Scenario("event order")
    void events_ofOneJob_comeInOrder(Rig rig) {
        Recorder recorder = new Recorder();
        JobQueue queue = rig.started(settings -> settings.listener(recorder)
                .retry(RetryPolicy.of(1).withBackoff(Backoff.fixed(Duration.ZERO)))
                .processor("twice", String.class, (payload, context) -> {
                    if (context.attempt() == 1) {
                        throw new IllegalStateException("first");
                    }
                }));
        for (int i = 0; i < 100; i++) {
            queue.enqueue("twice", "", EnqueueOptions.defaults().withId("job-" + i));
        }
        recorder.awaitCompleted(100);
        for (int i = 0; i < 100; i++) {
            assertThat(recorder.kindsOf("job-" + i))
                    .containsExactly(Kind.SUBMITTED, Kind.STARTED, Kind.RETRIED, Kind.STARTED, Kind.COMPLETED);
        }
    }

    @Scenario(value = "event contents", workers = 4)
    void completed_failedMessage_tellsAllAboutIt(Rig rig) {
        Recorder recorder = new Recorder();
        IllegalStateException error = new IllegalStateException("job");
        JobQueue queue = rig.queue(settings -> settings.listener(recorder)
                .processor("fail", String.class, (payload, context) -> {
                    Work.ignoringInterrupts(Duration.ofMillis(20));
                    throw error;
                }));
        queue.enqueue("fail", "", EnqueueOptions.defaults().withId("the-id"));
        Work.ignoringInterrupts(Duration.ofMillis(20));
        queue.start();
        JobEvent end = recorder.awaitCompleted(1).get(0);
        assertThat(end.queue()).isEqualTo(queue.name());
        assertThat(end.id()).isEqualTo("the-id");
        assertThat(end.name()).isEqualTo("fail");
        assertThat(end.attempt()).isEqualTo(1);
        assertThat(end.outcome()).isEqualTo(JobOutcome.FAILED);
        assertThat(end.error()).isSameAs(error);
        assertThat(end.waitTime()).isBetween(Duration.ofMillis(19), Duration.ofSeconds(5));
        assertThat(end.runTime()).isBetween(Duration.ofMillis(19), Duration.ofSeconds(5));
        assertThat(end.retryDelay()).isZero();
        JobEvent submitted = recorder.all(Kind.SUBMITTED).get(0);
        assertThat(submitted.attempt()).isZero();
        assertThat(submitted.outcome()).isNull();
        assertThat(submitted.waitTime()).isZero();
    }

    @Scenario(value = "event contents: task", workers = 4)
    void completed_task_hasNoIdAndTheNameTask(Rig rig) throws Exception {
        Recorder recorder = new Recorder();
        JobQueue queue = rig.started(settings -> settings.listener(recorder));
        Soon.result(queue.submit(() -> 1));
        JobEvent end = recorder.awaitCompleted(1).get(0);
        assertThat(end.id()).isNull();
        assertThat(end.name()).isEqualTo(JobEvent.TASK);
        assertThat(end.outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(end.error()).isNull();
    }

    @Scenario(value = "listeners come and go", workers = 2)
    void addListener_whileRunning_hearsFromThenOn(Rig rig) throws Exception {
        Recorder early = new Recorder();
        Recorder late = new Recorder();
        JobQueue queue = rig.started(settings -> settings.listener(early));
        Soon.result(queue.submit(() -> 1));
        early.awaitCompleted(1);
        queue.addListener(late);
        queue.removeListener(early);
        Soon.result(queue.submit(() -> 2));
        late.awaitCompleted(1);
        assertThat(early.completed()).hasSize(1);
        assertThat(late.completed()).hasSize(1);
    }

    @Scenario(value = "a slow listener holds up no worker", workers = 1)
    void completed_listenerBlocks_jobsGoOn(Rig rig) {
        Gate gate = rig.gate();
        JobQueue queue =
                rig.started(settings -> settings.listener(onCompleted(event -> gate.passIgnoringInterrupts())));
        for (int i = 0; i < 50; i++) {
            queue.execute(() -> {});
        }
        gate.awaitWaiting(1);
        Soon.until("all jobs done", () -> queue.stats().succeeded() == 50);
    }

    @Scenario(value = "a listener resizes the queue", workers = 1)
    void completed_listenerResizes_takesEffect(Rig rig) {
        JobQueue[] queue = new JobQueue[1];
        queue[0] = rig.started(settings -> settings.listener(onCompleted(event -> queue[0].updateWorkerCount(3))));
        queue[0].execute(() -> {});
        Soon.until("resized", () -> queue[0].workerCount() == 3);
    }
}
