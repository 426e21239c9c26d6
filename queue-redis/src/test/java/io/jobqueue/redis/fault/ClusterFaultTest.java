package io.jobqueue.redis.fault;

import io.jobqueue.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What can happen to a cluster of three. */
class ClusterFaultTest {

    /** Longer than the others of a cluster wait before they call one failed. */
    private static final Duration LONG = Duration.ofSeconds(3);

    private Cluster cluster;

    @BeforeEach
    void start() {
        cluster = new Cluster();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private static void pass(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }

    @Test
    void conservation_mastersFailAndSlotsMove_holds() throws InterruptedException {
        Faults faults = Faults.of("cluster");
        Random random = faults.random();
        try (Crew crew = Crew.connected(List.of(cluster.connect(), cluster.connect()), faults)) {
            for (int i = 0; i < 12; i++) {
                crew.awaitProgress();
                faults.injected(inject(i % 4, crew.queue(), random));
            }
            crew.awaitProgress();
            System.out.println("cluster: " + crew.finish(cluster::look));
        }
    }

    private String inject(int kind, String queue, Random random) {
        RedisServer owner = cluster.ownerOf(queue);
        switch (kind) {
            case 0 -> {
                cluster.move(queue);
                return "the queue's slot moves";
            }
            case 1 -> {
                owner.command("CLIENT", "KILL", "TYPE", "normal");
                return "CLIENT KILL";
            }
            case 2 -> {
                Duration time = random.nextInt(3) == 0 ? LONG : Duration.ofMillis(random.nextInt(500));
                owner.freeze();
                pass(time);
                owner.thaw();
                cluster.awaitOk();
                return "SIGSTOP of the queue's master for " + time;
            }
            default -> {
                owner.kill();
                pass(Duration.ofMillis(random.nextInt(500)));
                owner.restart();
                cluster.awaitOk();
                return "SIGKILL of the queue's master";
            }
        }
    }

    @Test
    void laterJobs_replicaTakesOver_areConserved() throws InterruptedException {
        Faults faults = Faults.of("cluster-failover");
        try (Crew crew = Crew.connected(List.of(cluster.connect(), cluster.connect()), faults)) {
            crew.awaitProgress();
            RedisServer owner = cluster.ownerOf(crew.queue());
            RedisServer replica = cluster.addReplica(owner);
            crew.awaitProgress();
            owner.kill();
            cluster.awaitTakeover(owner, replica);
            faults.injected("SIGKILL of the queue's master; its replica takes over");
            long since = System.nanoTime();
            crew.forget();
            crew.awaitProgress();
            pass(Duration.ofMillis(TimeUnit.SECONDS.toMillis(1)));
            crew.awaitProgress();
            System.out.println("cluster failover: " + crew.finishSince(since, cluster::look));
        }
    }
}
