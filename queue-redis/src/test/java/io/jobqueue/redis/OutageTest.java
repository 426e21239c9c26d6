package io.jobqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.DrainReport;
import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueException;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.Settlement;
import io.lettuce.core.ClientOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A queue and its backend while the server restarts, is away, or stands still. */
class OutageTest {

    private static final Duration SECONDS = Duration.ofSeconds(20);

    private final RedisServer server = RedisServer.start("--appendonly", "yes");
    private final Connections connections = new Connections(server);
    private final Map<String, Integer> runs = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final RedisBackend backend = builder().build();
    private @Nullable JobQueue queue;

    private RedisBackendBuilder builder() {
        return builder(connections);
    }

    private static RedisBackendBuilder builder(Connections connections) {
        return RedisBackend.builder(connections.factory(), "outage")
                .lease(Duration.ofSeconds(3))
                .commandTimeout(Duration.ofMillis(500));
    }

    private JobQueue startQueue(Duration work) {
        return startQueue(backend, work);
    }

    private JobQueue startQueue(RedisBackend backend, Duration work) {
        JobQueue started = JobQueue.builder("outage")
                .workerCount(4)
                .codec(new TextCodec())
                .backend(backend)
                .drainTimeout(Duration.ofSeconds(2))
                .processor("job", String.class, (payload, context) -> {
                    TimeUnit.MILLISECONDS.sleep(work.toMillis());
                    runs.merge(payload, 1, Integer::sum);
                })
                .build();
        started.start();
        queue = started;
        return started;
    }

    /** Enqueues as an application would that tries again. */
    private static void enqueue(JobQueue queue, String payload) {
        soon().ignoreExceptions().untilAsserted(() -> queue.enqueue("job", payload));
    }

    private static ConditionFactory soon() {
        return Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .atMost(SECONDS);
    }

    private void awaitRun(String payload) {
        soon().until(() -> runs.containsKey(payload));
    }

    @AfterEach
    void stop() {
        if (queue != null) {
            queue.close();
        } else {
            backend.close();
        }
        threads.shutdownNow();
        connections.close();
        server.close();
    }

    @Test
    void restart_whileIdle_nextJobRuns() {
        JobQueue running = startQueue(Duration.ZERO);
        enqueue(running, "before");
        awaitRun("before");
        server.stop();
        server.restart();
        enqueue(running, "after");
        awaitRun("after");
    }

    /** Lettuce waits longer and longer before it connects again, or does not try; a job must not have to wait for it. */
    @Test
    void restart_lettuceDoesNotConnectAgain_nextJobRuns() {
        ClientOptions once = ClientOptions.builder().autoReconnect(false).build();
        try (Connections ofOneTry = new Connections(server, once)) {
            JobQueue running = startQueue(builder(ofOneTry).build(), Duration.ZERO);
            enqueue(running, "before");
            awaitRun("before");
            server.stop();
            Awaitility.await().pollDelay(Duration.ofMillis(6_500)).until(() -> true);
            server.restart();
            enqueue(running, "after");
            awaitRun("after");
            running.close();
        }
    }

    @Test
    void restart_whileBusy_everyAcceptedJobRuns() {
        JobQueue running = startQueue(Duration.ofMillis(20));
        for (int i = 0; i < 200; i++) {
            running.enqueue("job", "early-" + i);
        }
        server.stop(); // with SIGTERM nothing that was acknowledged is lost
        server.restart();
        for (int i = 0; i < 100; i++) {
            enqueue(running, "late-" + i);
        }
        for (int i = 0; i < 200; i++) {
            awaitRun("early-" + i);
        }
        for (int i = 0; i < 100; i++) {
            awaitRun("late-" + i);
        }
        soon().untilAsserted(() -> {
            assertThat(Jobs.counts(backend).running()).isZero();
            assertThat(Jobs.counts(backend).waiting()).isZero();
        });
    }

    @Test
    void serverAway_callsThrowInTimeAndWorkAgain() {
        backend.checkServer();
        List<ClaimedJob> jobs = claimOne("a");
        server.stop();
        long start = System.nanoTime();
        assertThatThrownBy(() -> Jobs.put(backend, "b")).isInstanceOf(JobQueueException.class);
        assertThatThrownBy(() -> backend.extend(List.of(jobs.get(0).claim()))).isInstanceOf(JobQueueException.class);
        assertThatThrownBy(() -> Jobs.claim(backend, 1)).isInstanceOf(JobQueueException.class);
        assertThatThrownBy(() -> Jobs.counts(backend)).isInstanceOf(JobQueueException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SECONDS);
        server.restart();
        soon().ignoreExceptions()
                .until(() ->
                        backend.settle(List.of(Settlement.release(jobs.get(0).claim(), Duration.ZERO, null)))
                                        .size()
                                == 1);
        soon().ignoreExceptions().until(() -> Jobs.claimIds(backend, 10).contains("a"));
    }

    private List<ClaimedJob> claimOne(String id) {
        Jobs.put(backend, id);
        return Jobs.claim(backend, 1);
    }

    @Test
    void close_serverGone_returnsSoonAndReports() {
        JobQueue running = startQueue(Duration.ZERO);
        enqueue(running, "before");
        awaitRun("before");
        server.kill();
        long start = System.nanoTime();
        DrainReport report = running.drain(Duration.ofSeconds(2));
        assertThat(report).isNotNull();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SECONDS);
    }

    @Test
    void close_serverFrozen_returnsSoon() throws Exception {
        Jobs.put(backend, "a");
        Future<?> claim = threads.submit(() -> Jobs.claim(backend, 1, Duration.ofMinutes(1)));
        claim.get(20, TimeUnit.SECONDS);
        server.freeze();
        try {
            Future<?> closing = threads.submit(backend::close);
            assertThatCode(() -> closing.get(10, TimeUnit.SECONDS)).doesNotThrowAnyException();
        } finally {
            server.thaw();
        }
    }

    @Test
    void claim_answerLost_jobIsReadyAgainWithoutACrashCounted() {
        warmUp();
        Jobs.put(backend, "a", "b");
        server.command("CONFIG", "RESETSTAT");
        server.freeze();
        assertThatThrownBy(() -> Jobs.claim(backend, 10)).isInstanceOf(JobQueueException.class);
        server.thaw(); // and now it claims for nobody
        soon().until(() -> server.calls("lpop") > 0);
        List<ClaimedJob> jobs = Jobs.claim(backend, 10);
        assertThat(jobs).extracting(job -> job.record().id()).containsExactlyInAnyOrder("a", "b");
        assertThat(jobs).allSatisfy(job -> assertThat(job.recoveries()).isZero());
        assertThat(Jobs.counts(backend).running()).isEqualTo(2);
    }

    /** The server knows the scripts, so that a call is carried out even if nobody waits for its answer. */
    private void warmUp() {
        Jobs.complete(backend, claimOne("warm"));
    }

    @Test
    void fusedClaim_answerLost_jobIsReadyAgainWithoutACrashCounted() throws Exception {
        warmUp();
        Future<List<ClaimedJob>> claim = threads.submit(() -> backend.claim(1, Duration.ofMinutes(1)));
        soon().until(() -> server.number("clients", "blocked_clients") == 1);
        server.freeze();
        assertThatThrownBy(() -> Jobs.put(backend, "a")).isInstanceOf(JobQueueException.class);
        server.thaw();
        List<ClaimedJob> jobs = awaitJobs(claim);
        assertThat(jobs).extracting(job -> job.record().id()).containsExactly("a");
        assertThat(jobs.get(0).recoveries()).isZero();
    }

    /** As the dispatcher does: a claim that failed is repeated. */
    private List<ClaimedJob> awaitJobs(Future<List<ClaimedJob>> claim) throws Exception {
        try {
            return claim.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            return Jobs.claim(backend, 1, Duration.ofSeconds(20));
        }
    }

    @Test
    void serverFrozen_longerThanTheLease_jobRunsAgainAndTheQueueGoesOn() {
        JobQueue running = startQueue(Duration.ofMillis(500));
        enqueue(running, "a");
        soon().until(() -> Jobs.counts(backend).running() == 1);
        server.freeze();
        Awaitility.await().pollDelay(Duration.ofSeconds(4)).until(() -> true);
        server.thaw();
        enqueue(running, "b");
        awaitRun("a");
        awaitRun("b");
        soon().ignoreExceptions().until(() -> Jobs.counts(backend).running() == 0);
    }

    @Test
    void factory_stoppedAndStartedAgain_isFollowed() {
        Jobs.put(backend, "a");
        connections.factory().stop();
        assertThatThrownBy(() -> Jobs.put(backend, "b")).isInstanceOf(RuntimeException.class);
        connections.factory().start();
        Jobs.put(backend, "c");
        assertThat(Jobs.claimIds(backend, 10)).containsExactly("a", "c");
    }
}
