package io.jobqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jobqueue.JobQueueException;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.NewJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs that are new, stored without a script. */
class TransactionsTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String READY = "{jobqueue:queue}:ready";
    private static final String WAKE = "{jobqueue:queue}:wake";

    private final RedisServer server = RedisServer.start();
    private final Connections connections = new Connections(server);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Settings settings =
            new Settings("jobqueue", "queue", LONG, 0, Duration.ofDays(1), 100, Duration.ofSeconds(2), "host");
    private final Link link = new Link(connections.factory(), settings);
    private final Transactions transactions = new Transactions(link, connections.factory(), settings);
    private final RedisBackend backend = builder().build();

    private RedisBackendBuilder builder() {
        return RedisBackend.builder(connections.factory(), "queue").lease(LONG);
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        backend.close();
        transactions.close();
        link.close();
        connections.close();
        server.close();
    }

    private static NewJob fresh(String id) {
        return new NewJob(Jobs.job(id).record(), Duration.ZERO, true);
    }

    private void put(String... ids) {
        assertThat(backend.enqueue(
                        Arrays.stream(ids).map(TransactionsTest::fresh).toList()))
                .containsOnly(EnqueueResult.ACCEPTED);
    }

    private EnqueueCall call(String... ids) {
        List<NewJob> jobs = Arrays.stream(ids).map(TransactionsTest::fresh).toList();
        return new EnqueueCall(List.of(new EnqueueRequest(jobs, link.clock().micros())), settings);
    }

    private long transactionsSoFar() {
        return server.calls("exec");
    }

    private long listed() {
        return number(server.command("LLEN", READY));
    }

    private static long number(String answer) {
        return Long.parseLong(answer.trim().substring(1));
    }

    // ---- what is stored so

    @Test
    void enqueue_newJobs_areStoredByATransactionInOrder() {
        put("a");
        long before = transactionsSoFar();
        long scripts = server.calls("evalsha");
        put("b", "c");
        put("d");
        assertThat(transactionsSoFar()).isEqualTo(before + 2);
        assertThat(server.calls("evalsha")).isEqualTo(scripts);
        List<ClaimedJob> jobs = Jobs.claim(backend, 10);
        assertThat(jobs).extracting(job -> job.record().id()).containsExactly("a", "b", "c", "d");
        assertThat(jobs)
                .extracting(job -> Bytes.text(job.record().payload()))
                .containsExactly("payload of a", "payload of b", "payload of c", "payload of d");
    }

    @Test
    void enqueue_jobsThatMayBeKnown_areStoredByTheScript() {
        put("a");
        long before = transactionsSoFar();
        backend.enqueue(List.of(Jobs.job("b")));
        backend.enqueue(List.of(fresh("c"), Jobs.job("d")));
        assertThat(backend.enqueue(List.of(Jobs.job("a")))).containsExactly(EnqueueResult.DUPLICATE);
        assertThat(transactionsSoFar()).isEqualTo(before);
    }

    @Test
    void enqueue_delayedJobsOrALimit_areStoredByTheScript() {
        put("a");
        long before = transactionsSoFar();
        backend.enqueue(List.of(new NewJob(Jobs.job("b").record(), Duration.ofHours(1), true)));
        try (RedisBackend bounded = builder().capacity(100).build()) {
            bounded.enqueue(List.of(fresh("c")));
        }
        assertThat(transactionsSoFar()).isEqualTo(before);
        assertThat(Jobs.counts(backend).delayed()).isEqualTo(1);
        assertThat(Jobs.claimIds(backend, 10)).containsExactly("a", "c");
    }

    // ---- who is woken

    @Test
    void enqueue_byANodeWithoutWorkers_wakesAnother() throws Exception {
        try (RedisBackend other = builder().build()) {
            for (int i = 0; i < 20; i++) {
                Future<List<ClaimedJob>> claim = threads.submit(() -> other.claim(5, LONG));
                await().until(() -> server.number("clients", "blocked_clients") == 1);
                put("job-" + i);
                // Sooner than a node looks by itself.
                List<ClaimedJob> jobs = claim.get(4, TimeUnit.SECONDS);
                assertThat(jobs).hasSize(1);
                Jobs.complete(other, jobs);
            }
        }
    }

    @Test
    void enqueue_whenNobodyWaits_leavesOneToken() {
        for (int i = 0; i < 10; i++) {
            put("job-" + i);
        }
        assertThat(number(server.command("LLEN", WAKE))).isEqualTo(1);
    }

    @Test
    void claim_tokenWasLost_looksAfterSomeSeconds() throws Exception {
        try (RedisBackend other =
                RedisBackend.builder(connections.factory(), "other").build()) {
            other.enqueue(List.of(fresh("a")));
        }
        Future<List<ClaimedJob>> claim = threads.submit(() -> backend.claim(5, LONG));
        await().until(() -> server.number("clients", "blocked_clients") == 1);
        server.command("RENAME", "{jobqueue:other}:body", "{jobqueue:queue}:body");
        server.command("RENAME", "{jobqueue:other}:ready", READY);
        assertThat(claim.get(15, TimeUnit.SECONDS)).hasSize(1);
    }

    // ---- the guard

    @Test
    void store_guardWasChanged_storesNothingOnce() {
        assertThat(transactions.store(call("a"), false)).isTrue();
        link.changeGuard();
        assertThat(transactions.store(call("b"), false)).isFalse();
        assertThat(listed()).isEqualTo(1);
        assertThat(transactions.store(call("c"), false)).isTrue();
        assertThat(Jobs.claimIds(backend, 10)).containsExactly("a", "c");
    }

    @Test
    void enqueue_connectionsAreLostAgainAndAgain_eachJobIsStoredOnce() throws Exception {
        backend.checkServer();
        List<Future<List<EnqueueResult>>> answers = new ArrayList<>();
        int rounds = 20;
        int each = 10;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < each; i++) {
                String id = "job-" + round + "-" + i;
                answers.add(threads.submit(() -> backend.enqueue(List.of(fresh(id)))));
            }
            server.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        }
        for (Future<List<EnqueueResult>> answer : answers) {
            assertThat(answer.get(20, TimeUnit.SECONDS)).containsExactly(EnqueueResult.ACCEPTED);
        }
        assertThat(Jobs.claimIds(backend, 1000)).hasSize(rounds * each).doesNotHaveDuplicates();
    }

    @Test
    void enqueue_serverComesBack_usesTransactionsAgain() {
        put("a");
        server.kill();
        server.restart();
        await().ignoreExceptions().untilAsserted(() -> {
            put("b" + System.nanoTime());
            assertThat(transactionsSoFar()).isGreaterThan(1); // the first is the trial of a new connection
        });
    }

    @Test
    void enqueue_serverDoesNotAnswer_failsInTime() {
        try (RedisBackend hasty =
                builder().commandTimeout(Duration.ofMillis(200)).build()) {
            hasty.enqueue(List.of(fresh("a")));
            server.freeze();
            assertThatThrownBy(() -> hasty.enqueue(List.of(fresh("b"))))
                    .isInstanceOf(JobQueueException.class)
                    .hasMessageContaining("no answer within 200 ms");
            server.thaw();
            await().ignoreExceptions().untilAsserted(() -> hasty.enqueue(List.of(fresh("c" + System.nanoTime()))));
        }
        assertThat(Jobs.claimIds(backend, 100)).contains("a").doesNotHaveDuplicates();
    }

    // ---- servers that do not allow it

    @Test
    void enqueue_transactionsAreForbidden_usesTheScriptAndDoesNotTryAgain() {
        server.command("ACL", "SETUSER", "default", "-multi");
        put("a");
        put("b", "c");
        assertThat(server.number("commandstats", "cmdstat_multi:rejected_calls"))
                .isEqualTo(1);
        assertThat(transactionsSoFar()).isEqualTo(1); // the trial, which the server does not understand
        assertThat(Jobs.claimIds(backend, 10)).containsExactly("a", "b", "c");
    }

    @Test
    void enqueue_serverIsOutOfMemory_failsAsTheScriptDoesAndStoresNothing() {
        put("a");
        server.command("CONFIG", "SET", "maxmemory", "1");
        assertThatThrownBy(() -> put("b")).isInstanceOf(JobQueueException.class).hasMessageContaining("maxmemory");
        server.command("CONFIG", "SET", "maxmemory", "0");
        put("c");
        assertThat(Jobs.claimIds(backend, 10)).containsExactly("a", "c");
    }

    @Test
    void enqueue_keyIsSomethingElse_saysSo() {
        put("a");
        server.command("DEL", READY);
        server.command("SET", READY, "mine");
        assertThatThrownBy(() -> put("b"))
                .isInstanceOf(JobQueueException.class)
                .hasMessageContaining("WRONGTYPE")
                .hasMessageContaining("used by something else");
    }

    // ---- resources

    @Test
    void close_leavesNoConnection() {
        long before = server.number("clients", "connected_clients");
        List<RedisBackend> backends =
                IntStream.range(0, 5).mapToObj(i -> builder().build()).toList();
        backends.forEach(each -> each.enqueue(List.of(fresh("a" + each.hashCode()))));
        assertThat(server.number("clients", "connected_clients")).isEqualTo(before + 2 * backends.size());
        backends.forEach(RedisBackend::close);
        await().untilAsserted(() ->
                assertThat(server.number("clients", "connected_clients")).isEqualTo(before));
    }
}
