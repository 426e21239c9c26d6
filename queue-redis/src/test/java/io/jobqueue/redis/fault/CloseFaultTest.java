package io.jobqueue.redis.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jobqueue.DrainReport;
import io.jobqueue.redis.RedisServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A queue is closed while its server cannot be reached. */
class CloseFaultTest {

    private static final Duration LIMIT = Duration.ofSeconds(1);

    /** The limit, the grace period, and a moment for each thread, ten times over. */
    private static final Duration MOST = Duration.ofSeconds(25);

    enum Kind {
        KILLED,
        FROZEN,
        CUT_AND_REFUSED,
        STALLED;

        void inject(RedisServer server, TcpProxy proxy) {
            switch (this) {
                case KILLED -> server.kill();
                case FROZEN -> server.freeze();
                case CUT_AND_REFUSED -> {
                    proxy.refuse(true);
                    proxy.cut();
                }
                case STALLED -> proxy.stall(true);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void drain_serverIsAway_returnsInTimeAndReports(Kind kind) {
        Faults faults = Faults.of("close-" + kind);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger running = new AtomicInteger();
        try (RedisServer server = RedisServer.start();
                TcpProxy proxy = new TcpProxy(server.port());
                Node node = Node.Setup.of("node", proxy.port(), "close", Journal.inMemory())
                        .settings(builder -> builder.drainGrace(Duration.ofMillis(500)))
                        .runs((payload, context) -> {
                            running.incrementAndGet();
                            if (payload.equals("patient")) {
                                end.await();
                            } else {
                                await().until(context::isStopping);
                            }
                        })
                        .start()) {
            node.add("one", "patient");
            node.add("two", "quick");
            await().atMost(Crew.PATIENCE).until(() -> running.get() == 2);
            kind.inject(server, proxy);
            faults.injected("close while the server is " + kind);

            long begin = System.nanoTime();
            DrainReport report = node.queue().drain(LIMIT);
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            System.out.println(kind + ": closed after " + took.toMillis() + " ms: " + report);

            assertThat(took).isBetween(LIMIT.dividedBy(2), MOST);
            assertThat(report.completed()).as("jobs that came to their end").isEqualTo(1);
            assertThat(report.interrupted())
                    .as("jobs that were interrupted at the limit")
                    .isEqualTo(1);
            proxy.heal();
            server.thaw();
        }
    }

    @Test
    void drain_serverWasNeverThere_returnsAtOnce() {
        Faults faults = Faults.of("close-never");
        try (Node node = Node.Setup.of("node", RedisServer.freePort(), "close", Journal.inMemory())
                .runs(new Work())
                .start()) {
            faults.injected("a server that was never there");
            long begin = System.nanoTime();
            DrainReport report = node.queue().drain(LIMIT);

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(MOST);
            assertThat(report.isClean()).isTrue();
        }
    }
}
