package io.jobqueue.redis.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.redis.RedisBackend;
import io.jobqueue.redis.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clocks are put forward and back. */
class ClockFaultTest {

    /** A step of the server's clock is the same as a step of all times it keeps, the other way. */
    private static final String STEP = """
            for _, key in ipairs(KEYS) do
              local members = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
              for i = 1, #members, 2 do
                if members[i + 1] ~= 'inf' then redis.call('ZINCRBY', key, -tonumber(ARGV[1]), members[i]) end
              end
            end
            return #KEYS
            """;

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void conservation_serverClockIsMoved_holds() throws InterruptedException {
        Faults faults = Faults.of("clock");
        Random random = faults.random();
        RedisClient client = RedisClient.create(RedisURI.create(server.host(), server.port()));
        try (Crew crew = Crew.behindProxies(server, 2, faults).auditing(server);
                StatefulRedisConnection<String, String> connection = client.connect()) {
            for (int i = 0; i < 10; i++) {
                crew.awaitProgress();
                // Back by no more than the patience of this test: leases last that much longer.
                Duration step = i % 3 == 2
                        ? Duration.ofMillis(-random.nextInt(2_000))
                        : Duration.ofSeconds(random.nextInt(10_000));
                step(connection, crew.queue(), step);
                faults.injected("the server's clock is moved by " + step);
            }
            crew.awaitProgress();
            System.out.println("clock: " + crew.finishWithMovedClock(StoreAudit.on(server)));
        } finally {
            client.shutdown();
        }
    }

    private static void step(StatefulRedisConnection<String, String> connection, String queue, Duration step) {
        String[] keys = Stream.of("lease", "delayed", "dead", "nodes")
                .map(name -> "{jobqueue:" + queue + "}:" + name)
                .toArray(String[]::new);
        String micros = String.valueOf(step.toNanos() / 1_000);
        Long moved = connection.sync().eval(STEP, ScriptOutputType.INTEGER, keys, micros);
        assertThat(moved).isEqualTo(keys.length);
    }

    /** Whatever a node's wall clock says, it cannot matter. */
    @Test
    void wallClock_ofNodes_isNeverRead() throws IOException {
        Path classes = new File(RedisBackend.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toPath();
        List<String> clocks = List.of("currentTimeMillis", "java/time/Instant", "java/time/Clock", "java/util/Date");
        try (Stream<Path> files = Files.walk(classes)) {
            List<Path> all =
                    files.filter(file -> file.toString().endsWith(".class")).toList();
            assertThat(all).hasSizeGreaterThan(10);
            assertThat(all)
                    .noneSatisfy(file -> assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .containsAnyOf(clocks.toArray(String[]::new)));
        }
    }
}
