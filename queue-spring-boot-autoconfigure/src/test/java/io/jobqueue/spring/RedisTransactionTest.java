package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transactions of a database, and jobs in Redis: a job finds what was committed with it. */
class RedisTransactionTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private RedisServer server;

    @BeforeEach
    void start() {
        server = RedisServer.start();
    }

    @AfterEach
    void end() {
        server.close();
    }

    private void with(ThrowingConsumer<Shop> test) {
        Shop.in(Contexts.onRedis(server.port()))
                .withPropertyValues("job-queue.redis.command-timeout=500ms", "job-queue.shutdown.timeout=2s")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    test.accept(new Shop(context));
                });
    }

    @Test
    void committedJob_runsAndSeesItsOrder_rolledBackOneDoesNot() {
        with(shop -> {
            for (int i = 0; i < 100; i++) {
                String id = "order-" + i;
                boolean rolledBack = i % 3 == 0;
                shop.transaction().executeWithoutResult(status -> {
                    shop.order(id);
                    if (rolledBack) {
                        status.setRollbackOnly();
                    }
                });
            }
            await().atMost(SOON).until(() -> shop.queue.stats().succeeded() == 66);
            assertThat(shop.queue.awaitIdle(SOON)).isTrue();
            assertThat(shop.queue.stats().submitted()).isEqualTo(66);
            assertThat(shop.shipped)
                    .containsExactlyInAnyOrderElementsOf(shop.orders())
                    .doesNotContain("order-0", "order-99");
        });
    }

    @Test
    void manyJobs_ofOneTransaction_allArrive() {
        with(shop -> {
            List<String> later =
                    IntStream.range(0, 10_000).mapToObj(Integer::toString).toList();
            EnqueueOptions delayed = EnqueueOptions.defaults().withDelay(Duration.ofHours(1));
            shop.transaction().executeWithoutResult(status -> {
                later.forEach(id -> shop.queue.enqueue("ship", id, delayed.withId(id)));
                assertThat(shop.queue.cancel("0")).as("what is not yet there").isFalse();
            });
            assertThat(shop.queue.inspection().orElseThrow().counts().delayed()).isEqualTo(10_000);
        });
    }

    @Test
    void serverAway_whenTheTransactionCommits_reachesTheProducer() {
        with(shop -> {
            shop.order("before");
            await().atMost(SOON).until(() -> shop.queue.stats().succeeded() == 1);
            assertThatThrownBy(() -> shop.transaction().executeWithoutResult(status -> {
                        shop.order("lost");
                        server.kill();
                    }))
                    .isInstanceOf(NotSentAfterCommitException.class)
                    .hasMessageContaining("{ship=[lost]}");
            assertThat(shop.orders()).containsExactly("before", "lost");
            server.restart();
            await().atMost(SOON).until(() -> shop.queue.backendOutage().isEmpty());
            shop.queue.enqueue("ship", "lost", EnqueueOptions.defaults().withId("lost"));
            await().atMost(SOON).until(() -> shop.shipped.contains("lost"));
        });
    }
}
