package io.jobqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spi.Settlement;
import io.jobqueue.spi.WorkerNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several nodes on one queue, and how a node that waits is woken, on a server whose commands can be counted. */
class NodesTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final long PATIENCE_SECONDS = 20;

    private final RedisServer server = RedisServer.start();
    private final Connections connections = new Connections(server);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<RedisBackend> open = new ArrayList<>();
    private RedisBackend first;
    private RedisBackend second;

    @BeforeEach
    void start() {
        first = node("first");
        second = node("second");
    }

    private RedisBackend node(String host) {
        RedisBackend backend =
                RedisBackend.builder(connections.factory(), "nodes").host(host).build();
        open.add(backend);
        return backend;
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        open.forEach(RedisBackend::close);
        connections.close();
        server.close();
    }

    private Future<List<ClaimedJob>> waitingClaim(RedisBackend backend, int max) {
        long blocked = server.number("clients", "blocked_clients");
        Future<List<ClaimedJob>> claim = threads.submit(() -> backend.claim(max, HOUR));
        await().until(() -> server.number("clients", "blocked_clients") > blocked);
        return claim;
    }

    private static List<ClaimedJob> result(Future<List<ClaimedJob>> claim) throws Exception {
        return claim.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    // ---- waking

    @Test
    void claim_thatWaits_isGivenWhatItsOwnNodeEnqueuesByTheSameCall() throws Exception {
        Jobs.claim(first, 1); // scripts are loaded, the queue is tended
        Jobs.put(first, "warm");
        Jobs.complete(first, Jobs.claim(first, 1));
        Future<List<ClaimedJob>> claim = waitingClaim(first, 5);
        server.command("CONFIG", "RESETSTAT");
        Jobs.put(first, "a");
        assertThat(result(claim)).extracting(job -> job.record().id()).containsExactly("a");
        assertThat(server.calls("evalsha")).isEqualTo(1);
        first.extend(result(claim).stream().map(ClaimedJob::claim).toList());
        assertThat(first.settle(List.of(Settlement.complete(result(claim).get(0).claim()))))
                .hasSize(1);
        assertThat(Jobs.counts(first).running()).isZero();
    }

    @Test
    void claim_thatWaits_isGivenNoMoreThanItWants() throws Exception {
        Future<List<ClaimedJob>> claim = waitingClaim(first, 2);
        first.enqueue(Jobs.jobs(5));
        assertThat(result(claim)).hasSize(2);
        assertThat(Jobs.claim(second, 10)).hasSize(3);
    }

    @Test
    void claim_thatWaits_isWokenByAnotherNode() throws Exception {
        Future<List<ClaimedJob>> claim = waitingClaim(second, 1);
        Jobs.put(first, "a");
        assertThat(result(claim)).hasSize(1);
    }

    @Test
    void claims_ofManyNodes_wakeEachOtherUntilAllIsTaken() throws Exception {
        List<Future<List<ClaimedJob>>> claims = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            claims.add(waitingClaim(node("node-" + i), 1));
        }
        first.enqueue(Jobs.jobs(5));
        for (Future<List<ClaimedJob>> claim : claims) {
            assertThat(result(claim)).hasSize(1);
        }
    }

    @Test
    void claim_thatWaits_isWokenForADelayedJobInTime() throws Exception {
        Future<List<ClaimedJob>> claim = waitingClaim(second, 1);
        first.enqueue(List.of(new NewJob(Jobs.job("a").record(), Duration.ofMillis(200))));
        assertThat(result(claim)).hasSize(1);
    }

    @Test
    void token_forANodeThatDoesNotWait_goesToOneThatDoes() throws Exception {
        Future<List<ClaimedJob>> busy = waitingClaim(first, 1);
        first.wakeup(); // it goes on listening, but its dispatcher is elsewhere
        assertThat(result(busy)).isEmpty();
        Future<List<ClaimedJob>> idle = waitingClaim(second, 1);
        Jobs.put(node("third"), "a");
        assertThat(result(idle)).hasSize(1);
    }

    @Test
    void claim_thatWaits_doesNotPoll() throws Exception {
        Future<List<ClaimedJob>> claim = waitingClaim(first, 1);
        server.command("CONFIG", "RESETSTAT");
        await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
        assertThat(server.calls("evalsha")).isZero();
        assertThat(server.calls("blpop")).isZero();
        first.wakeup();
        result(claim);
    }

    @Test
    void wakeup_ofAClaimThatWaits_asksNobody() throws Exception {
        Future<List<ClaimedJob>> claim = waitingClaim(first, 1);
        server.command("CONFIG", "RESETSTAT");
        for (int i = 0; i < 20; i++) {
            first.wakeup();
            assertThat(result(claim)).isEmpty();
            claim = threads.submit(() -> first.claim(1, HOUR));
        }
        first.wakeup();
        assertThat(result(claim)).isEmpty();
        assertThat(server.calls("evalsha")).isLessThan(5); // tending, if a second has passed
    }

    // ---- shared state

    @Test
    void pause_byOneNode_holdsForAll() throws Exception {
        QueueInspection inspection = first.inspection().orElseThrow();
        inspection.setPaused(true);
        assertThat(second.inspection().orElseThrow().isPaused()).isTrue();
        Jobs.put(second, "a");
        assertThat(Jobs.claim(second, 1)).isEmpty();
        Future<List<ClaimedJob>> claim = waitingClaim(second, 1);
        inspection.setPaused(false);
        assertThat(result(claim)).hasSize(1);
        assertThat(second.inspection().orElseThrow().isPaused()).isFalse();
    }

    @Test
    void pause_whileJobsRun_letsThemEnd() {
        Jobs.put(first, "a");
        List<ClaimedJob> jobs = Jobs.claim(first, 1);
        first.inspection().orElseThrow().setPaused(true);
        Jobs.complete(first, jobs);
        assertThat(Jobs.counts(first).running()).isZero();
    }

    @Test
    void nodes_thatClaim_areListedWithWhatTheyRun() {
        first.enqueue(Jobs.jobs(3));
        assertThat(Jobs.claim(first, 2)).hasSize(2);
        assertThat(Jobs.claim(second, 1)).hasSize(1);
        await().untilAsserted(() -> assertThat(first.inspection().orElseThrow().nodes())
                .extracting(WorkerNode::host, WorkerNode::running)
                .containsExactlyInAnyOrder(tuple("first", 2L), tuple("second", 1L)));
        assertThat(first.inspection().orElseThrow().nodes())
                .allSatisfy(node -> assertThat(node.lastSeen()).isLessThan(Duration.ofSeconds(10)));
        second.close();
        assertThat(first.inspection().orElseThrow().nodes())
                .extracting(WorkerNode::host)
                .containsExactly("first");
    }

    @Test
    void nodes_thatComeAndGo_leaveNothingBehind() {
        Jobs.claim(first, 1);
        await().until(() -> server.number("keyspace", "db0:keys") >= 2);
        long keys = server.number("keyspace", "db0:keys");
        long connected = server.number("clients", "connected_clients");
        for (int i = 0; i < 50; i++) {
            RedisBackend node = node("node-" + i);
            Jobs.put(node, "job-" + i);
            Jobs.complete(node, Jobs.claim(node, 1, Duration.ofMillis(1)));
            node.close();
        }
        await().untilAsserted(() -> {
            assertThat(server.number("keyspace", "db0:keys")).isLessThanOrEqualTo(keys + 1); // a token may wait
            assertThat(server.number("clients", "connected_clients")).isLessThanOrEqualTo(connected);
        });
        assertThat(first.inspection().orElseThrow().nodes()).hasSize(1);
    }
}
