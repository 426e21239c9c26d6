package io.jobqueue.redis.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobQueue;
import io.jobqueue.redis.RedisBackend;
import io.jobqueue.redis.RedisServer;
import io.jobqueue.redis.TextCodec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Very many jobs, and nodes that come and go: in the end nothing is left of them. */
class SoakFaultTest {

    private static final int JOBS = Integer.getInteger("faults.soak", 200_000);
    private static final int NODES = 50;
    private static final int NODES_AT_ONCE = 4;
    private static final int BATCH = 500;
    private static final int MANY = 20_000;
    private static final long SLACK_BYTES = 1 << 20;
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final AtomicLong done = new AtomicLong();

    /** What a server has to bear. */
    private record Burden(long keys, long bytes, long connections) {

        static Burden of(RedisServer server) {
            return new Burden(
                    number(server.command("DBSIZE"), ":(\\d+)"),
                    number(server.command("INFO", "memory"), "used_memory:(\\d+)"),
                    number(server.command("INFO", "clients"), "connected_clients:(\\d+)"));
        }

        private static long number(String text, String pattern) {
            Matcher found = Pattern.compile(pattern).matcher(text);
            assertThat(found.find()).as(text).isTrue();
            return Long.parseLong(found.group(1));
        }
    }

    @Test
    void burden_jobsAndNodesHaveComeAndGone_isWhatItWas() {
        try (RedisServer server = RedisServer.start()) {
            LettuceConnectionFactory connections = Node.connect(server.port());
            try (Soaked first = new Soaked(connections, "first")) {
                first.give(MANY);
                awaitDone(MANY);
            }
            Burden base = Burden.of(server);

            soak(connections);

            await().atMost(Crew.PATIENCE).untilAsserted(() -> {
                Burden after = Burden.of(server);
                assertThat(after.keys()).isLessThanOrEqualTo(base.keys());
                assertThat(after.connections()).isLessThanOrEqualTo(base.connections());
                assertThat(after.bytes()).isLessThan(base.bytes() + SLACK_BYTES);
                assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.matches("(first|node-\\d+)-.*"));
            });
            System.out.println("soak: before " + base + ", after " + Burden.of(server));
            connections.destroy();
        }
    }

    /** Each node brings its share of the jobs, some of which its followers do. */
    private void soak(LettuceConnectionFactory connections) {
        long before = done.get();
        Queue<Soaked> nodes = new ArrayDeque<>();
        for (int i = 1; i <= NODES; i++) {
            if (nodes.size() == NODES_AT_ONCE) {
                nodes.remove().close();
            }
            Soaked node = new Soaked(connections, "node-" + i);
            nodes.add(node);
            node.give(JOBS / NODES);
            long least = before + (long) i * (JOBS / NODES) - MANY;
            awaitDone(least);
        }
        awaitDone(before + JOBS);
        nodes.forEach(Soaked::close);
        assertThat(done).as("jobs done, none of them twice").hasValue(before + JOBS);
    }

    private void awaitDone(long jobs) {
        await().atMost(Crew.PATIENCE.multipliedBy(2))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> done.get() >= jobs);
    }

    /** A node without a journal, which would not hold that much. Its connections are shared, as those of an application are. */
    private final class Soaked implements AutoCloseable {

        private final JobQueue queue;

        Soaked(LettuceConnectionFactory connections, String name) {
            queue = JobQueue.builder(name)
                    .workerCount(16)
                    .codec(new TextCodec())
                    .backend(RedisBackend.builder(connections, "soak")
                            .lease(LEASE)
                            .build())
                    .processor(Node.JOB, String.class, (payload, context) -> done.incrementAndGet())
                    .build();
            queue.start();
        }

        void give(int jobs) {
            List<String> batch = new ArrayList<>(Collections.nCopies(BATCH, "a payload of some length"));
            for (int given = 0; given < jobs; given += BATCH) {
                queue.enqueueAll(Node.JOB, batch, EnqueueOptions.defaults());
            }
        }

        @Override
        public void close() {
            queue.close();
        }
    }
}
