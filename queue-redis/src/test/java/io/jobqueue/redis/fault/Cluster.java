package io.jobqueue.redis.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jobqueue.redis.RedisServer;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Three masters, and a replica for each that asks for one. */
final class Cluster implements AutoCloseable {

    private static final int MASTERS = 3;

    private final List<RedisServer> masters = new ArrayList<>();
    private final List<RedisServer> replicas = new ArrayList<>();

    Cluster() {
        for (int i = 0; i < MASTERS; i++) {
            masters.add(server());
        }
        for (int i = 0; i < MASTERS; i++) {
            int first = i * SlotHash.SLOT_COUNT / MASTERS;
            int last = (i + 1) * SlotHash.SLOT_COUNT / MASTERS - 1;
            command(masters.get(i), "CLUSTER", "ADDSLOTSRANGE", String.valueOf(first), String.valueOf(last));
            command(masters.get(i), "CLUSTER", "SET-CONFIG-EPOCH", String.valueOf(i + 1));
            meet(masters.get(i));
        }
        awaitOk();
    }

    private static RedisServer server() {
        return RedisServer.start(
                "--cluster-enabled", "yes",
                "--cluster-port", String.valueOf(RedisServer.freePort()),
                "--cluster-node-timeout", "1500",
                "--cluster-config-file", "nodes.conf",
                "--cluster-replica-validity-factor", "0",
                "--appendonly", "yes",
                "--appendfsync", "always",
                "--repl-diskless-sync-delay", "0");
    }

    private void meet(RedisServer server) {
        RedisServer first = masters.get(0);
        String myself = line(first, "myself");
        String busPort = myself.replaceAll(".*@(\\d+).*", "$1");
        command(server, "CLUSTER", "MEET", first.host(), String.valueOf(first.port()), busPort);
    }

    /** The line of a server's view of the cluster that contains some text. */
    private static String line(RedisServer server, String text) {
        return server.command("CLUSTER", "NODES")
                .lines()
                .filter(line -> line.contains(text))
                .findFirst()
                .orElse("");
    }

    static void command(RedisServer server, String... parts) {
        assertThat(server.command(parts)).as(String.join(" ", parts)).doesNotStartWith("-");
    }

    void awaitOk() {
        await().atMost(Crew.PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> masters.stream()
                        .allMatch(server -> server.command("CLUSTER", "INFO").contains("cluster_state:ok")
                                && server.command("CLUSTER", "INFO").contains("cluster_known_nodes:" + size())));
    }

    private int size() {
        return masters.size() + replicas.size();
    }

    // ---- clients

    /** Connections that learn of changes, as an application in a cluster should have them. */
    @SuppressWarnings({"deprecation", "removal"
    }) // of Lettuce 7, which Spring Boot 4.1 brings; Boot 4.0 has no other way
    LettuceConnectionFactory connect() {
        RedisClusterConfiguration servers = new RedisClusterConfiguration();
        masters.forEach(server -> servers.clusterNode(server.host(), server.port()));
        ClusterTopologyRefreshOptions refresh = ClusterTopologyRefreshOptions.builder()
                .enableAllAdaptiveRefreshTriggers()
                .adaptiveRefreshTriggersTimeout(Duration.ofMillis(500))
                .enablePeriodicRefresh(Duration.ofSeconds(1))
                .build();
        ClientOptions options =
                ClusterClientOptions.builder().topologyRefreshOptions(refresh).build();
        LettuceConnectionFactory connections = new LettuceConnectionFactory(
                servers,
                LettuceClientConfiguration.builder()
                        .clientOptions(options)
                        .commandTimeout(Duration.ofSeconds(2))
                        .build());
        connections.afterPropertiesSet();
        connections.start();
        return connections;
    }

    // ---- who has what

    private static int slotOf(String queue) {
        return SlotHash.getSlot("{jobqueue:" + queue + "}:ready");
    }

    /** The master that has a queue. */
    RedisServer ownerOf(String queue) {
        String key = "{jobqueue:" + queue + "}:ready";
        return masters.stream()
                .filter(RedisServer::answers)
                .filter(server -> server.command("ROLE").contains("master"))
                .filter(server -> !server.command("EXISTS", key).startsWith("-MOVED"))
                .findFirst()
                .orElseThrow();
    }

    StoreAudit look(String queue) {
        return StoreAudit.of(ownerOf(queue).port(), queue);
    }

    /** Moves the slot of a queue to the next master. */
    void move(String queue) {
        RedisServer from = ownerOf(queue);
        RedisServer to = masters.get((masters.indexOf(from) + 1) % MASTERS);
        String slot = String.valueOf(slotOf(queue));
        String toId = line(to, "myself").split(" ")[0];
        String fromId = line(from, "myself").split(" ")[0];
        command(to, "CLUSTER", "SETSLOT", slot, "IMPORTING", fromId);
        command(from, "CLUSTER", "SETSLOT", slot, "MIGRATING", toId);
        await().atMost(Crew.PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> {
            List<String> keys = from.command("CLUSTER", "GETKEYSINSLOT", slot, "100")
                    .lines()
                    .filter(line -> line.startsWith("{"))
                    .toList();
            List<String> migrate =
                    new ArrayList<>(List.of("MIGRATE", to.host(), String.valueOf(to.port()), "", "0", "5000", "KEYS"));
            migrate.addAll(keys);
            return keys.isEmpty()
                    || from.command(migrate.toArray(String[]::new)).isEmpty();
        });
        masters.forEach(server -> command(server, "CLUSTER", "SETSLOT", slot, "NODE", toId));
    }

    /** Gives a master a replica, and waits until it has everything. */
    RedisServer addReplica(RedisServer master) {
        RedisServer replica = server();
        replicas.add(replica);
        meet(replica);
        awaitOk();
        String masterId = line(master, "myself").split(" ")[0];
        await().atMost(Crew.PATIENCE)
                .until(() -> replica.command("CLUSTER", "REPLICATE", masterId).startsWith("+OK"));
        await().atMost(Crew.PATIENCE)
                .until(() -> replica.command("INFO", "replication").contains("master_link_status:up"));
        return replica;
    }

    /** Waits until a replica has become the master; from then on it counts as one. */
    void awaitTakeover(RedisServer dead, RedisServer replica) {
        await().atMost(Crew.PATIENCE)
                .until(() -> replica.command("ROLE").contains("master")
                        && replica.command("CLUSTER", "INFO").contains("cluster_state:ok"));
        masters.set(masters.indexOf(dead), replica);
        replicas.remove(replica);
        dead.close();
    }

    @Override
    public void close() {
        masters.forEach(RedisServer::close);
        replicas.forEach(RedisServer::close);
    }
}
