package io.jobqueue.redis.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.redis.RedisServer;
import io.jobqueue.redis.fault.Trap.Moment;
import io.jobqueue.redis.fault.Trap.Then;
import io.jobqueue.redis.fault.Wire.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The network between nodes and server fails, again and again, while jobs flow. */
class ProxyFaultTest {

    private static final int FAULTS_EACH = Integer.getInteger("faults.each", 20);
    private static final Duration TRAP_PATIENCE = Duration.ofSeconds(10);

    private static RedisServer server;
    private static Wire wire;

    @BeforeAll
    static void start() throws InterruptedException {
        server = RedisServer.start();
        wire = Wire.learn(server.port());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** What is done to one proxy, or to all. */
    enum Kind {
        CUT {
            @Override
            String inject(TcpProxy proxy, Random random) {
                proxy.cut();
                return "cut";
            }
        },
        REFUSE {
            @Override
            String inject(TcpProxy proxy, Random random) {
                long millis = 20 + random.nextInt(200);
                proxy.refuse(true);
                proxy.cut();
                pass(millis);
                proxy.refuse(false);
                return "refuse " + millis + " ms";
            }
        },
        STALL {
            @Override
            String inject(TcpProxy proxy, Random random) {
                long millis = random.nextInt(8) == 0 ? Crew.LEASE.toMillis() + 500 : 20 + random.nextInt(200);
                proxy.stall(true);
                pass(millis);
                proxy.stall(false);
                return "stall " + millis + " ms";
            }
        },
        DELAY {
            @Override
            String inject(TcpProxy proxy, Random random) {
                int millis = 1 + random.nextInt(40);
                proxy.delay(Duration.ofMillis(millis));
                pass(200);
                proxy.delay(Duration.ZERO);
                return "delay " + millis + " ms";
            }
        },
        LOSE_REQUEST {
            @Override
            String inject(TcpProxy proxy, Random random) throws InterruptedException {
                return trap(proxy, random, Moment.REQUEST, () -> Then.CUT);
            }
        },
        LOSE_REPLY {
            @Override
            String inject(TcpProxy proxy, Random random) throws InterruptedException {
                return trap(proxy, random, Moment.REPLY, () -> Then.CUT);
            }
        },
        CUT_WITHIN_REQUEST {
            @Override
            String inject(TcpProxy proxy, Random random) throws InterruptedException {
                return trap(proxy, random, Moment.REQUEST, () -> Then.CUT_WITHIN);
            }
        },
        CUT_WITHIN_REPLY {
            @Override
            String inject(TcpProxy proxy, Random random) throws InterruptedException {
                return trap(proxy, random, Moment.REPLY, () -> Then.CUT_WITHIN);
            }
        },
        HOLD_REPLY {
            @Override
            String inject(TcpProxy proxy, Random random) throws InterruptedException {
                // Now and then longer than the command may take.
                long millis = random.nextInt(6) == 0 ? 1_300 : 20 + random.nextInt(400);
                return trap(proxy, random, Moment.REPLY, () -> {
                            pass(millis);
                            return Then.GO_ON;
                        })
                        + " for " + millis + " ms";
            }
        };

        /** Breaks something, and mends it. Returns what was done. */
        abstract String inject(TcpProxy proxy, Random random) throws InterruptedException;

        private static void pass(long millis) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        }

        private static String trap(TcpProxy proxy, Random random, Moment moment, Trap.Effect effect)
                throws InterruptedException {
            List<Operation> operations = List.of(Operation.values());
            Operation operation = operations.get(random.nextInt(operations.size()));
            Trap trap = proxy.set(Trap.on(wire.is(operation), moment, random.nextInt(3), effect));
            String what = operation.name().toLowerCase(Locale.ROOT) + " at its "
                    + moment.name().toLowerCase(Locale.ROOT);
            if (!trap.hasSnapped(TRAP_PATIENCE)) {
                throw new AssertionError("nobody asked for " + what);
            }
            return what;
        }
    }

    @ParameterizedTest
    @EnumSource
    void conservation_networkFails_holds(Kind kind) throws InterruptedException {
        Faults faults = Faults.of("proxy-" + kind.name().toLowerCase(Locale.ROOT));
        Random random = faults.random();
        try (Crew crew = Crew.behindProxies(server, 2, faults).auditing(server)) {
            crew.awaitProgress();
            for (int i = 0; i < FAULTS_EACH; i++) {
                TcpProxy proxy =
                        crew.proxies().get(random.nextInt(crew.proxies().size()));
                faults.injected(kind + " " + kind.inject(proxy, random));
                crew.awaitProgress();
            }
            Conservation conservation = crew.finish(StoreAudit.on(server));
            System.out.println(kind + ": " + faults.count() + " faults, " + conservation);
            assertThat(conservation.ended()).isGreaterThan(FAULTS_EACH);
        }
    }
}
