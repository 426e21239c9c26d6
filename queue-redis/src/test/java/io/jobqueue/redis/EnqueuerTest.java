package io.jobqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jobqueue.JobQueueException;
import io.jobqueue.QueueFullException;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Producers that share calls, seen on a server that can be made to wait. */
class EnqueuerTest {

    private static final int PRODUCERS = 60;

    private final RedisServer server = RedisServer.start();
    private final Connections connections = new Connections(server);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private RedisBackend backend = builder().build();

    private RedisBackendBuilder builder() {
        return RedisBackend.builder(connections.factory(), "queue").commandTimeout(Duration.ofSeconds(20));
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        backend.close();
        connections.close();
        server.close();
    }

    /** Starts calls, lets them pile up before a server that is frozen, and lets it go on. */
    private <T> List<Future<T>> pileUp(List<Callable<T>> calls) {
        server.freeze();
        List<Future<T>> futures = new ArrayList<>();
        for (Callable<T> call : calls) {
            Thread[] started = new Thread[1];
            futures.add(threads.submit(() -> {
                started[0] = Thread.currentThread();
                return call.call();
            }));
            await().until(() -> started[0] != null && isParked(started[0]));
        }
        server.thaw();
        return futures;
    }

    private static boolean isParked(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    private static <T> T result(Future<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    @Test
    void enqueue_byManyAtOnce_takesFewCallsAndKeepsTheOrder() throws Exception {
        backend.checkServer();
        List<Callable<List<EnqueueResult>>> calls = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < PRODUCERS; i++) {
            String id = "job-" + i;
            ids.add(id);
            calls.add(() -> backend.enqueue(List.of(Jobs.job(id))));
        }
        for (Future<List<EnqueueResult>> answer : pileUp(calls)) {
            assertThat(result(answer)).containsExactly(EnqueueResult.ACCEPTED);
        }
        assertThat(server.calls("evalsha")).isLessThanOrEqualTo(4);
        assertThat(Jobs.claimIds(backend, PRODUCERS)).containsExactlyElementsOf(ids);
    }

    @Test
    void enqueue_groupWithDuplicates_answersEachProducer() throws Exception {
        Jobs.put(backend, "known");
        List<Future<List<EnqueueResult>>> answers = pileUp(List.of(
                () -> backend.enqueue(List.of(Jobs.job("leads"))),
                () -> backend.enqueue(List.of(Jobs.job("a"), Jobs.job("known"))),
                () -> backend.enqueue(List.of(Jobs.job("b"))),
                () -> backend.enqueue(List.of(Jobs.job("c"), Jobs.job("b"), Jobs.job("d")))));
        assertThat(result(answers.get(1))).containsExactly(EnqueueResult.ACCEPTED, EnqueueResult.DUPLICATE);
        assertThat(result(answers.get(2))).containsExactly(EnqueueResult.ACCEPTED);
        assertThat(result(answers.get(3)))
                .containsExactly(EnqueueResult.ACCEPTED, EnqueueResult.DUPLICATE, EnqueueResult.ACCEPTED);
        assertThat(Jobs.claimIds(backend, 10)).containsExactly("known", "leads", "a", "b", "c", "d");
    }

    @Test
    void enqueue_groupOfWhichOneHasNoRoom_refusesThatOneOnly() throws Exception {
        backend.close();
        backend = builder().capacity(3).build();
        backend.checkServer();
        List<Future<List<EnqueueResult>>> answers = pileUp(List.of(
                () -> backend.enqueue(List.of(Jobs.job("leads"))),
                () -> backend.enqueue(List.of(Jobs.job("a"))),
                () -> backend.enqueue(List.of(Jobs.job("b"), Jobs.job("c"))),
                () -> backend.enqueue(List.of(Jobs.job("c")))));
        assertThat(result(answers.get(1))).containsExactly(EnqueueResult.ACCEPTED);
        assertThatThrownBy(() -> result(answers.get(2)))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(QueueFullException.class)
                .hasMessageContaining("capacity 3");
        assertThat(result(answers.get(3))).containsExactly(EnqueueResult.ACCEPTED);
        assertThat(Jobs.claimIds(backend, 10)).containsExactly("leads", "a", "c");
    }

    @Test
    void enqueue_serverThatDoesNotAnswer_failsForAllAndThenWorks() throws Exception {
        backend.close();
        backend = builder().commandTimeout(Duration.ofMillis(200)).build();
        backend.checkServer();
        server.freeze();
        List<Future<List<EnqueueResult>>> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            String id = "job-" + i;
            answers.add(threads.submit(() -> backend.enqueue(List.of(Jobs.job(id)))));
        }
        for (Future<List<EnqueueResult>> answer : answers) {
            assertThatThrownBy(() -> result(answer))
                    .cause()
                    .isInstanceOf(JobQueueException.class)
                    .hasMessageContaining("no answer within 200 ms");
        }
        server.thaw();
        await().ignoreExceptions().untilAsserted(() -> Jobs.put(backend, "again"));
        assertThat(Jobs.claimIds(backend, 100)).contains("again").doesNotHaveDuplicates();
    }

    @Test
    void enqueue_sentTwiceBecauseTheConnectionWasLost_isStoredOnce() throws Exception {
        backend.checkServer();
        List<Future<List<EnqueueResult>>> answers = new ArrayList<>();
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 10; i++) {
                String id = "job-" + round + "-" + i;
                answers.add(threads.submit(() -> backend.enqueue(List.of(Jobs.job(id)))));
            }
            server.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        }
        for (Future<List<EnqueueResult>> answer : answers) {
            assertThat(result(answer)).containsExactly(EnqueueResult.ACCEPTED);
        }
        List<ClaimedJob> jobs = Jobs.claim(backend, 1000);
        assertThat(jobs).hasSize(200);
    }

    @Test
    void enqueue_byAnInterruptedThread_isStoredAndKeepsTheInterrupt() {
        Thread.currentThread().interrupt();
        assertThat(backend.enqueue(List.of(Jobs.job("a")))).containsExactly(EnqueueResult.ACCEPTED);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Jobs.claimIds(backend, 1)).containsExactly("a");
    }
}
