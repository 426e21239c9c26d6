package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueException;
import io.jobqueue.QueueFullException;
import io.jobqueue.redis.RedisServer;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spi.WorkerNode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The properties of the backend {@code redis}, each with a test that fails if it does nothing. */
class RedisPropertiesTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static RedisServer server;

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
    }

    @AfterAll
    static void endServer() {
        server.close();
    }

    @BeforeEach
    void empty() {
        server.command("FLUSHALL");
    }

    private static ApplicationContextRunner runner(String... properties) {
        return Contexts.onRedis(server.port()).withBean(Handlers.class).withPropertyValues(properties);
    }

    private static void with(ThrowingConsumer<JobQueue> test, String... properties) {
        runner(properties).run(context -> test.accept(context.getBean(JobQueue.class)));
    }

    private static QueueInspection inspection(JobQueue queue) {
        return queue.inspection().orElseThrow();
    }

    private static void fail(JobQueue queue, int jobs) {
        for (int i = 0; i < jobs; i++) {
            queue.enqueue("fail", null, EnqueueOptions.defaults().withId("dead-" + i));
        }
        await().atMost(SOON).until(() -> queue.stats().failed() == jobs);
    }

    private static long dead(JobQueue queue) {
        return inspection(queue).counts().dead();
    }

    @Test
    @EffectOf("job-queue.redis.namespace")
    void namespace_set_isWhatKeysBeginWith() {
        with(
                queue -> {
                    queue.enqueue("later", null, EnqueueOptions.defaults().withDelay(Duration.ofHours(1)));
                    assertThat(server.command("KEYS", "*")).contains("{shop:").doesNotContain("{jobqueue:");
                },
                "job-queue.redis.namespace=shop");
        assertThat(server.command("FLUSHALL")).startsWith("+OK");
        with(
                queue -> {
                    queue.enqueue("later", null, EnqueueOptions.defaults().withDelay(Duration.ofHours(1)));
                    assertThat(server.command("KEYS", "*")).contains("{jobqueue:");
                },
                "job-queue.redis.dead-limit=10");
    }

    @Test
    @EffectOf("job-queue.redis.lease")
    void lease_set_isHowLongAJobIsClaimed() {
        with(
                queue -> {
                    queue.enqueue("block", null);
                    await().atMost(SOON).until(() -> inspection(queue).counts().running() == 1);
                    assertThat(microsLeft()).isBetween(1L, 20_000_000L);
                },
                "job-queue.redis.lease=20s",
                "job-queue.shutdown.timeout=0",
                "job-queue.shutdown.grace=100ms");
    }

    /** What is left of the one lease, by the server's clock. */
    private static long microsLeft() {
        String script = "local now = redis.call('TIME') local lease = redis.call('ZRANGEBYSCORE', KEYS[1], 1, '+inf',"
                + " 'WITHSCORES', 'LIMIT', 0, 1) return lease[2] - now[1] * 1000000 - now[2]";
        String answer = server.command("EVAL", script, "1", "{jobqueue:default}:lease");
        return Long.parseLong(answer.substring(1).strip());
    }

    @Test
    @EffectOf("job-queue.redis.command-timeout")
    void commandTimeout_short_endsCallsThatAreNotAnswered() {
        with(
                queue -> {
                    queue.enqueue("count", null);
                    server.freeze();
                    try {
                        assertThatThrownBy(() -> queue.enqueue("count", null))
                                .isInstanceOf(JobQueueException.class)
                                .hasMessageContaining("no answer within 123 ms");
                    } finally {
                        server.thaw();
                    }
                },
                "job-queue.redis.command-timeout=123ms");
    }

    @Test
    @EffectOf("job-queue.redis.dead-limit")
    void deadLimit_reached_keepsTheYoungest() {
        with(
                queue -> {
                    fail(queue, 5);
                    await().atMost(SOON).until(() -> dead(queue) == 2);
                },
                "job-queue.redis.dead-limit=2",
                "job-queue.worker-count=1");
    }

    @Test
    @EffectOf("job-queue.redis.dead-age")
    void deadAge_passed_removesThem() {
        with(
                queue -> {
                    fail(queue, 2);
                    await().atMost(SOON).until(() -> dead(queue) == 0);
                },
                "job-queue.redis.dead-age=10ms");
    }

    @Test
    @EffectOf("job-queue.redis.node-name")
    void nodeName_set_isShown() {
        with(
                queue -> await().atMost(SOON)
                        .untilAsserted(() -> assertThat(inspection(queue).nodes())
                                .extracting(WorkerNode::host)
                                .containsExactly("picture-1")),
                "job-queue.redis.node-name=picture-1");
    }

    @Test
    @EffectOf("job-queue.redis.connection-factory")
    void connectionFactory_named_isUsed() {
        runner("job-queue.redis.connection-factory=jobs")
                .withBean("jobs", LettuceConnectionFactory.class, () -> factory(3))
                .withBean("other", LettuceConnectionFactory.class, () -> factory(4))
                .run(context -> {
                    JobQueue queue = context.getBean(JobQueue.class);
                    queue.enqueue("later", null, EnqueueOptions.defaults().withDelay(Duration.ofHours(1)));
                    assertThat(server.command("INFO", "keyspace"))
                            .contains("db3:")
                            .doesNotContain("db0:");
                });
    }

    private static LettuceConnectionFactory factory(int database) {
        RedisStandaloneConfiguration where = new RedisStandaloneConfiguration(server.host(), server.port());
        where.setDatabase(database);
        return new LettuceConnectionFactory(where);
    }

    @Test
    void capacity_set_boundsTheQueueInRedis() {
        with(
                queue -> {
                    queue.enqueue("count", null);
                    queue.enqueue("count", null);
                    assertThatThrownBy(() -> queue.enqueue("count", null))
                            .isInstanceOf(QueueFullException.class)
                            .hasMessageContaining("capacity 2");
                    assertThat(queue.stats().rejected()).isEqualTo(1);
                    assertThat(inspection(queue).list(JobState.WAITING, 10, null))
                            .hasSize(2);
                },
                "job-queue.capacity=2",
                "job-queue.worker-count=0");
    }

    @Test
    void overrides_forOneQueue_winThere() {
        runner(
                        "job-queue.redis.namespace=all",
                        "job-queue.queues.mails.redis.namespace=own",
                        "job-queue.queues.mails.worker-count=1")
                .run(context -> {
                    EnqueueOptions later = EnqueueOptions.defaults().withDelay(Duration.ofHours(1));
                    JobQueues queues = context.getBean(JobQueues.class);
                    queues.find("mails").orElseThrow().enqueue("x", null, later);
                    queues.find("default").orElseThrow().enqueue("x", null, later);
                    assertThat(server.command("KEYS", "*"))
                            .contains("{own:mails}")
                            .contains("{all:default}");
                });
    }

    static Stream<Arguments> badValues() {
        return Stream.of(
                Arguments.of("job-queue.redis.namespace=a{b", "without braces"),
                Arguments.of("job-queue.redis.lease=1ms", "must be from"),
                Arguments.of("job-queue.redis.command-timeout=0s", "must be from"),
                Arguments.of("job-queue.redis.dead-age=0s", "must be from"),
                Arguments.of("job-queue.redis.dead-limit=-1", "zero or more"),
                Arguments.of("job-queue.redis.node-name=a b", "white space"),
                Arguments.of("job-queue.redis.connection-factory=none", "there are [redisConnectionFactory]"));
    }

    @ParameterizedTest
    @MethodSource("badValues")
    void start_valueOutOfRange_failsNamingPropertyAndReason(String setting, String reason) {
        String key = setting.substring(0, setting.indexOf('='));
        runner(setting).run(context -> {
            assertThat(context).hasFailed();
            assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
                    .isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, failure -> {
                        assertThat(failure.getName()).isEqualTo(key);
                        assertThat(failure.getReason()).contains(reason);
                    });
        });
    }

    static class Handlers {

        @JobHandler("count")
        void count() {}

        @JobHandler("fail")
        void fail() {
            throw new IllegalStateException("fails");
        }

        @JobHandler("block")
        void block() throws InterruptedException {
            new CountDownLatch(1).await();
        }
    }
}
