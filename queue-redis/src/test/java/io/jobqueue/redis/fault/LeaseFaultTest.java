package io.jobqueue.redis.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jobqueue.redis.RedisServer;
import io.jobqueue.redis.fault.Event.Kind;
import io.jobqueue.spi.QueueCounts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Jobs that take much longer than a lease, and nodes that do not know all jobs. */
@Execution(ExecutionMode.CONCURRENT)
class LeaseFaultTest {

    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration LONG = Duration.ofSeconds(10);

    private static RedisServer server;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        StoreAudit.of(server.port(), "any"); // the first connection of a JVM takes long
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Node.Setup node(String name, String queue, Journal journal) {
        return Node.Setup.of(name, server.port(), queue, journal).lease(LEASE);
    }

    private static void awaitEmpty(Node node) {
        await().atMost(Crew.PATIENCE).until(() -> {
            QueueCounts counts = node.queue().inspection().orElseThrow().counts();
            return counts.waiting() + counts.delayed() + counts.running() == 0;
        });
    }

    @Test
    void longJob_nodesLive_runsOnce() {
        Journal journal = Journal.inMemory();
        try (Node one = node("one", "once", journal).runs(new Work()).start();
                Node two = node("two", "once", journal).runs(new Work()).start()) {
            one.add("long", Work.lasting(LONG));
            awaitEmpty(two);
        }
        assertThat(Conservation.begun(journal.events(), "long")).isEqualTo(1);
        new Conservation(journal.events(), StoreAudit.of(server.port(), "once")).holds(Faults.of("lease"));
    }

    @Test
    void longJob_nodeIsKilled_runsAgainWithinTwoLeases() {
        Faults faults = Faults.of("lease-kill");
        Journal journal = Journal.inMemory();
        Path childJournal = folder.resolve("journal");
        long killed;
        try (Node survivor = node("survivor", "again", journal).runs(new Work()).build()) {
            survivor.add("long", Work.lasting(LONG));
            try (Child child = Child.start(List.of(
                    "child",
                    String.valueOf(server.port()),
                    "again",
                    childJournal.toString(),
                    String.valueOf(LEASE.toMillis()),
                    "1",
                    "3",
                    Step.EXTEND_AFTER.name(), // after the first renewal
                    "0"))) {
                child.order("start");
                assertThat(child.awaitExit()).isEqualTo(Child.KILLED);
                killed = System.nanoTime();
                faults.injected("SIGKILL in the middle of a job");
            }
            survivor.queue().start();
            await().atMost(Crew.PATIENCE).until(() -> Conservation.begun(journal.events(), "long") == 1);
            awaitEmpty(survivor);
        }
        long begun = journal.events().stream()
                .filter(event -> event.kind() == Kind.BEGUN)
                .mapToLong(Event::sent)
                .findFirst()
                .orElseThrow();
        assertThat(Duration.ofNanos(begun - killed)).isLessThan(LEASE.multipliedBy(2));
        List<Event> events = Conservation.together(Stream.of(journal.events(), Journal.read(childJournal)));
        new Conservation(events, StoreAudit.of(server.port(), "again")).holds(faults);
    }

    @Test
    void jobs_nodeWithoutTheirHandler_areLeftToOthers() {
        Journal journal = Journal.inMemory();
        int jobs = 40;
        try (Node able = node("able", "mixed", journal).runs(new Work()).build();
                Node unable = node("unable", "mixed", journal)
                        .settings(builder -> builder.unprocessable(Duration.ofMillis(200), Duration.ofDays(1)))
                        .start()) {
            for (int i = 0; i < jobs; i++) {
                able.add("job-" + i, Work.lasting(Duration.ofMillis(20)));
            }
            await().atMost(Crew.PATIENCE)
                    .until(() -> journal.events().stream()
                                    .filter(event -> event.detail().equals("RELEASE") && event.kind() == Kind.SETTLED)
                                    .count()
                            > jobs);
            able.queue().start();
            awaitEmpty(unable);
            assertThat(able.queue().inspection().orElseThrow().counts().dead()).isZero();
            assertThat(able.queue().stats().succeeded()).isEqualTo(jobs);
        }
        assertThat(journal.events().stream()
                        .filter(event -> event.kind() == Kind.BEGUN)
                        .map(Event::detail))
                .hasSize(jobs)
                .containsOnly("attempt 1");
        new Conservation(journal.events(), StoreAudit.of(server.port(), "mixed")).holds(Faults.of("unable"));
    }
}
