package io.jobqueue.redis.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jobqueue.redis.RedisServer;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server dies, and its replica takes over, as Sentinel or a managed service would have it. */
class FailoverFaultTest {

    private static final Pattern OFFSET = Pattern.compile("master_repl_offset:(\\d+)");

    private RedisServer master;
    private RedisServer replica;

    @BeforeEach
    void start() {
        master = RedisServer.start();
        replica = replicaOf(master);
    }

    @AfterEach
    void stop() {
        master.close();
        replica.close();
    }

    private static RedisServer replicaOf(RedisServer master) {
        RedisServer replica = RedisServer.start(
                "--replicaof", master.host() + " " + master.port(), "--repl-diskless-sync-delay", "0");
        await().atMost(Crew.PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> replica.command("INFO", "replication").contains("master_link_status:up"));
        return replica;
    }

    private static void promote(RedisServer replica) {
        assertThat(replica.command("REPLICAOF", "NO", "ONE")).startsWith("+OK");
    }

    /** The replica has become master; nodes find it, and a new replica. */
    private void switchOver(Crew crew) {
        crew.proxies().forEach(proxy -> proxy.target(replica.port()));
        crew.proxies().forEach(TcpProxy::cut);
        master.close();
        master = replica;
        replica = replicaOf(master);
    }

    private static long offset(RedisServer server) {
        Matcher found = OFFSET.matcher(server.command("INFO", "replication"));
        return found.find() ? Long.parseLong(found.group(1)) : -1;
    }

    @Test
    void conservation_replicaHasEverything_holds() throws InterruptedException {
        Faults faults = Faults.of("failover");
        try (Crew crew = Crew.behindProxies(master, 2, faults)) {
            for (int i = 0; i < 4; i++) {
                crew.awaitProgress();
                crew.proxies().forEach(proxy -> proxy.stall(true));
                await().atMost(Crew.PATIENCE).until(() -> offset(master) == offset(replica));
                promote(replica);
                master.kill();
                switchOver(crew);
                crew.proxies().forEach(proxy -> proxy.stall(false));
                faults.injected("failover to a replica that has everything");
            }
            crew.awaitProgress();
            System.out.println("failover: " + crew.finish(StoreAudit.on(master)));
        }
    }

    @Test
    void laterJobs_replicaLacksTheLastWrites_areConserved() throws InterruptedException {
        Faults faults = Faults.of("failover-tail");
        try (Crew crew = Crew.behindProxies(master, 2, faults)) {
            long switched = 0;
            for (int i = 0; i < 3; i++) {
                crew.awaitProgress();
                promote(replica);
                long promoted = System.nanoTime();
                crew.awaitProgress(); // what the old master takes from here on is forgotten
                master.kill();
                Set<String> forgotten = crew.tokensSince(promoted);
                switched = System.nanoTime();
                switchOver(crew);
                crew.forget();
                faults.injected("failover that drops its tail");
                crew.awaitProgress();
                assertThat(crew.writes(forgotten, switched))
                        .as("writes with tokens that the new master does not know; %s", faults)
                        .isZero();
            }
            System.out.println("failover with loss: " + crew.finishSince(switched, StoreAudit.on(master)));
        }
    }
}
