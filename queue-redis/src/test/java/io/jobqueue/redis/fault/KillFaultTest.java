package io.jobqueue.redis.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jobqueue.redis.RedisServer;
import io.jobqueue.redis.fault.Step.Place;
import io.jobqueue.redis.fault.Trap.Moment;
import io.jobqueue.redis.fault.Trap.Then;
import io.jobqueue.redis.fault.Wire.Operation;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.QueueCounts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A node is killed at each step of its work, and another one finishes what it has begun. */
@Execution(ExecutionMode.CONCURRENT)
class KillFaultTest {

    private static final Duration LEASE = Duration.ofMillis(900);
    private static final int JOBS_BEFORE = 4;
    private static final int JOBS_OF_THE_CHILD = 4;

    private static RedisServer server;
    private static Wire wire;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws InterruptedException {
        server = RedisServer.start();
        wire = Wire.learn(server.port());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void conservation_nodeIsKilled_holds(Step step) {
        Faults faults = Faults.of("kill-" + (step.ordinal() + 1));
        Random random = faults.random();
        String queue = "kill-" + step;
        Journal journal = Journal.inMemory();
        Path childJournal = folder.resolve("journal");
        try (TcpProxy proxy = new TcpProxy(server.port());
                Node survivor = survivor(queue, journal)) {
            for (int i = 0; i < JOBS_BEFORE; i++) {
                survivor.add("before-" + i, Work.any(random, LEASE));
            }
            if (step.isReclaim()) {
                crashHoldingJobs(queue, journal);
            }
            killAt(step, random, proxy, survivor, queue, childJournal);
            faults.injected("SIGKILL at step " + (step.ordinal() + 1) + " " + step);
            survivor.queue().start();
            awaitEmpty(survivor, faults);
            survivor.close();
            List<Event> events = Conservation.together(Stream.of(journal.events(), Journal.read(childJournal)));
            Conservation conservation = new Conservation(events, StoreAudit.of(server.port(), queue)).holds(faults);
            assertThat(conservation.ended()).isGreaterThanOrEqualTo(1);
        }
    }

    /** A node that stood still, as in a long pause of its JVM, goes on as if nothing had happened; what it reports is refused. */
    @Test
    void conservation_nodeStandsStillForMoreThanALease_holds() throws Exception {
        Faults faults = Faults.of("stand-still");
        Journal journal = Journal.inMemory();
        Path childJournal = folder.resolve("journal");
        try (Node survivor = survivor("still", journal);
                Child child = Child.start(arguments(Step.HANDLER, 0, server.port(), "still", childJournal))) {
            child.order("start");
            survivor.queue().start();
            AtomicInteger jobs = new AtomicInteger();
            for (int round = 0; round < 5; round++) {
                long before = Conservation.begun(Journal.read(childJournal));
                await().atMost(Crew.PATIENCE)
                        .pollInterval(Duration.ofMillis(20))
                        .until(() -> {
                            survivor.add("job-" + jobs.incrementAndGet(), Work.lasting(LEASE.dividedBy(4)));
                            return Conservation.begun(Journal.read(childJournal)) > before;
                        });
                child.freeze();
                LockSupport.parkNanos(LEASE.multipliedBy(2).toNanos());
                child.thaw();
                faults.injected("SIGSTOP of a node for two leases");
            }
            awaitEmpty(survivor, faults);
            child.order("close");
            assertThat(child.awaitExit()).isZero();
            survivor.close();
            List<Event> events = Conservation.together(Stream.of(journal.events(), Journal.read(childJournal)));
            Conservation conservation = new Conservation(events, StoreAudit.of(server.port(), "still")).holds(faults);
            System.out.println("stand still: " + conservation);
            assertThat(conservation.fencedOff()).isPositive();
        }
    }

    private Node survivor(String queue, Journal journal) {
        return Node.Setup.of("survivor", server.port(), queue, journal)
                .lease(LEASE)
                .runs(new Work())
                .build();
    }

    /** Jobs that somebody has claimed who is never heard of again. */
    private static void crashHoldingJobs(String queue, Journal journal) {
        Duration lease = Duration.ofMillis(100);
        LettuceConnectionFactory connections = Node.connect(server.port());
        try (JobBackend crashed = Node.Setup.of("crashed", connections, queue, journal)
                .lease(lease)
                .recordingBackend()) {
            assertThat(crashed.claim(JOBS_BEFORE, Duration.ofSeconds(1))).hasSize(JOBS_BEFORE);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            connections.destroy();
        }
        LockSupport.parkNanos(lease.multipliedBy(2).toNanos());
    }

    private static void killAt(Step step, Random random, TcpProxy proxy, Node survivor, String queue, Path journal) {
        // The first claim takes what is there; later ones may find nothing.
        int skip = step.operation == Operation.CLAIM || step.operation == Operation.TEND ? 0 : random.nextInt(2);
        List<String> arguments = arguments(step, skip, proxy.port(), queue, journal);
        try (Child child = Child.start(arguments)) {
            if (!step.isInside()) {
                Moment moment = step.place == Place.REQUEST ? Moment.REQUEST : Moment.REPLY;
                Predicate<String> command = wire.is(Objects.requireNonNull(step.operation));
                // The first transaction of a connection is a trial.
                proxy.set(Trap.on(command, moment, step.operation == Operation.STORE ? 1 : 0, () -> {
                    child.kill();
                    return Then.CUT;
                }));
            }
            child.order("start");
            for (int i = 0; i < JOBS_OF_THE_CHILD; i++) {
                String payload = step == Step.HANDLER && i == 1
                        ? Work.lasting(Duration.ZERO, ChildMain.HALT)
                        : Work.lasting(LEASE.dividedBy(2));
                String id = step.operation == Operation.STORE ? Node.NO_ID : "child-" + i;
                child.order("add " + id + " " + payload);
            }
            survivor.add("meanwhile", Work.lasting(Duration.ZERO));
            assertThat(child.awaitExit()).isEqualTo(Child.KILLED);
        }
    }

    private static List<String> arguments(Step step, int skip, int port, String queue, Path journal) {
        return List.of(
                "child",
                String.valueOf(port),
                queue,
                journal.toString(),
                String.valueOf(LEASE.toMillis()),
                "2",
                "1000",
                step.name(),
                String.valueOf(skip));
    }

    private static void awaitEmpty(Node node, Faults faults) {
        await().atMost(Crew.PATIENCE).pollInterval(Duration.ofMillis(50)).untilAsserted(() -> {
            QueueCounts counts = node.queue().inspection().orElseThrow().counts();
            assertThat(counts.waiting() + counts.delayed() + counts.running())
                    .as("jobs left: %s; %s", counts, faults)
                    .isZero();
        });
    }
}
