package io.jobqueue.redis.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jobqueue.JobQueueException;
import io.jobqueue.redis.RedisServer;
import io.jobqueue.redis.fault.Event.Kind;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server fails, while jobs flow and while nothing happens. */
class ServerFaultTest {

    private RedisServer server;

    @BeforeEach
    void start() {
        server = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static void pass(long millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private void command(String... parts) {
        assertThat(server.command(parts)).doesNotStartWith("-");
    }

    @Test
    void conservation_serverRestartsBusy_holds() throws InterruptedException {
        Faults faults = Faults.of("restart-busy");
        Random random = faults.random();
        try (Crew crew = Crew.behindProxies(server, 2, faults).auditing(server)) {
            for (int i = 0; i < 14; i++) {
                crew.awaitProgress();
                boolean kill = random.nextBoolean();
                long millis = random.nextInt(600);
                if (kill) {
                    server.kill();
                } else {
                    server.stop();
                }
                pass(millis);
                server.restart();
                faults.injected((kill ? "SIGKILL" : "SIGTERM") + " of the server for " + millis + " ms");
            }
            crew.awaitProgress();
            System.out.println("restarts: " + crew.finish(StoreAudit.on(server)));
        }
    }

    @Test
    void nextJob_serverRestartedIdle_runsSoon() {
        Faults faults = Faults.of("restart-idle");
        Work work = new Work();
        Journal journal = Journal.inMemory();
        try (Node node = Node.Setup.of("node", server.port(), "idle", journal)
                        .lease(Crew.LEASE)
                        .runs(work)
                        .start();
                Node producer = Node.Setup.of("producer", server.port(), "idle", journal)
                        .build()) {
            int number = 0;
            // The last is long enough for clients to have become patient.
            for (long millis : new long[] {0, 300, 11_000}) {
                give(producer, work, "before-" + number);
                server.kill();
                pass(millis);
                server.restart();
                faults.injected("SIGKILL of the idle server for " + millis + " ms");
                long back = System.nanoTime();
                give(producer, work, "after-" + number++);
                System.out.printf("idle for %d ms: next job after %.0f ms%n", millis, (System.nanoTime() - back) / 1e6);
                assertThat(Duration.ofNanos(System.nanoTime() - back)).isLessThan(Duration.ofSeconds(20));
            }
        }
        new Conservation(journal.events(), StoreAudit.of(server.port(), "idle")).holds(faults);
    }

    private static void give(Node producer, Work work, String id) {
        long before = work.done();
        await().atMost(Crew.PATIENCE).ignoreExceptions().until(() -> {
            producer.add(id + "-" + System.nanoTime(), Work.lasting(Duration.ZERO));
            return true;
        });
        await().atMost(Crew.PATIENCE).until(() -> work.done() > before);
    }

    @Test
    void conservation_serverIsFrozen_holds() throws InterruptedException {
        Faults faults = Faults.of("freeze");
        try (Crew crew = Crew.behindProxies(server, 2, faults).auditing(server)) {
            for (int i = 0; i < 5; i++) {
                crew.awaitProgress();
                // Longer than a command may take; now and then longer than a lease and that.
                long millis = i % 2 == 0 ? Crew.LEASE.toMillis() + 600 : 300;
                server.freeze();
                pass(millis);
                server.thaw();
                faults.injected("SIGSTOP of the server for " + millis + " ms");
            }
            crew.awaitProgress();
            System.out.println("freezes: " + crew.finish(StoreAudit.on(server)));
        }
    }

    @Test
    void conservation_administratorInterferes_holds() throws InterruptedException {
        Faults faults = Faults.of("administrator");
        Random random = faults.random();
        try (Crew crew = Crew.behindProxies(server, 2, faults).auditing(server)) {
            for (int i = 0; i < 40; i++) {
                crew.awaitProgress();
                switch (i % 4) {
                    case 0 -> command("SCRIPT", "FLUSH");
                    case 1 -> server.command("CLIENT", "KILL", "TYPE", "normal");
                    case 2 -> command("CLIENT", "PAUSE", String.valueOf(random.nextInt(400)), "ALL");
                    default -> readOnlyFor(random.nextInt(400));
                }
                faults.injected(
                        switch (i % 4) {
                            case 0 -> "SCRIPT FLUSH";
                            case 1 -> "CLIENT KILL";
                            case 2 -> "CLIENT PAUSE";
                            default -> "READONLY";
                        });
            }
            crew.awaitProgress();
            System.out.println("administrator: " + crew.finish(StoreAudit.on(server)));
        }
    }

    /** As a server is that was made a replica, until it is master again; its new master never answers. */
    private void readOnlyFor(long millis) {
        command("REPLICAOF", "127.0.0.1", String.valueOf(RedisServer.freePort()));
        pass(millis);
        command("REPLICAOF", "NO", "ONE");
    }

    @Test
    void conservation_outOfMemory_holds() throws InterruptedException {
        Faults faults = Faults.of("out-of-memory");
        try (Crew crew = Crew.behindProxies(server, 2, faults).auditing(server)) {
            for (int i = 0; i < 6; i++) {
                crew.awaitProgress();
                command("CONFIG", "SET", "maxmemory", "1");
                assertThat(server.command("SET", "more", "memory")).startsWith("-OOM");
                pass(i % 2 == 0 ? 100 : Crew.LEASE.toMillis() + 300);
                command("CONFIG", "SET", "maxmemory", "0");
                faults.injected("out of memory");
            }
            crew.awaitProgress();
            System.out.println("out of memory: " + crew.finish(StoreAudit.on(server)));
        }
    }

    /** Claims can be renewed, settled and made; only enqueuing is refused. */
    @Test
    void jobs_outOfMemory_runOnceAndEnd() {
        Faults faults = Faults.of("full");
        Journal journal = Journal.inMemory();
        int jobs = 8;
        try (Node node = Node.Setup.of("node", server.port(), "full", journal)
                .lease(Crew.LEASE)
                .runs(new Work())
                .build()) {
            for (int i = 0; i < jobs; i++) {
                node.add("job-" + i, Work.lasting(Crew.LEASE.multipliedBy(2)));
            }
            command("CONFIG", "SET", "maxmemory", "1");
            faults.injected("out of memory for all of the time");
            node.queue().start();

            await().atMost(Crew.PATIENCE).until(() -> node.queue().stats().succeeded() == jobs);
            assertThatThrownBy(() -> node.add("one-more", Work.lasting(Duration.ZERO)))
                    .isInstanceOf(JobQueueException.class)
                    .hasMessageContaining("OOM");
        }
        assertThat(journal.events().stream().filter(event -> event.kind() == Kind.BEGUN))
                .as("runs")
                .hasSize(jobs);
        new Conservation(journal.events(), StoreAudit.of(server.port(), "full")).holds(faults);
    }

    @Test
    void laterJobs_everythingIsFlushed_areConserved() throws InterruptedException {
        Faults faults = Faults.of("flushall");
        try (Crew crew = Crew.behindProxies(server, 2, faults).auditing(server)) {
            long begin = System.nanoTime();
            long flushed = 0;
            Set<String> known = Set.of();
            for (int i = 0; i < 4; i++) {
                crew.awaitProgress();
                known = crew.tokensSince(begin);
                command("FLUSHALL");
                flushed = System.nanoTime();
                crew.forget();
                faults.injected("FLUSHALL");
            }
            crew.awaitProgress();
            System.out.println("flushed: " + crew.finishSince(flushed, StoreAudit.on(server)));
            assertThat(crew.writes(known, flushed))
                    .as("writes with tokens that were flushed")
                    .isZero();
        }
    }
}
