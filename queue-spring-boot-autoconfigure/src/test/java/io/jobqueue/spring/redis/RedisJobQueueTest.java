package io.jobqueue.spring.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

import io.jobqueue.JobQueue;
import io.jobqueue.redis.RedisServer;
import io.jobqueue.redis.RedisSetupException;
import io.jobqueue.spring.Contexts;
import io.jobqueue.spring.JobBackendFactory;
import io.jobqueue.spring.JobHandler;
import io.jobqueue.spring.JobQueueAutoConfiguration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** {@code job-queue.backend=redis} on a real server, and what is said when something is missing. */
@ExtendWith(OutputCaptureExtension.class)
class RedisJobQueueTest {

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

    private static ApplicationContextRunner bare() {
        return Contexts.runner().withBean(Handlers.class).withPropertyValues("job-queue.backend=redis");
    }

    private static ApplicationContextRunner runner() {
        return Contexts.onRedis(server.port()).withBean(Handlers.class);
    }

    @Test
    void jobs_ofOneContext_runInAnother() {
        runner().withPropertyValues("job-queue.worker-count=0").run(producer -> {
            producer.getBean(JobQueue.class).enqueue("collect", new Order("book", 7));
            assertThat(producer.getBean(Handlers.class).orders).isEmpty();
            runner().run(worker -> {
                List<Order> orders = worker.getBean(Handlers.class).orders;
                await().atMost(SOON).until(() -> !orders.isEmpty());
                assertThat(orders).containsExactly(new Order("book", 7));
            });
        });
    }

    @Test
    void context_stoppedAndStarted_goesOn() {
        runner().run(context -> {
            List<Order> orders = context.getBean(Handlers.class).orders;
            JobQueue queue = context.getBean(JobQueue.class);
            queue.enqueue("collect", new Order("first", 1));
            await().atMost(SOON).until(() -> orders.size() == 1);
            ConfigurableApplicationContext restarted = context.getSourceApplicationContext();
            restarted.stop();
            restarted.start();
            queue.enqueue("collect", new Order("second", 2));
            await().atMost(SOON).until(() -> orders.size() == 2);
        });
    }

    @Test
    void backendMemory_redisOnTheClassPath_isNotAsked() {
        Contexts.runner()
                .withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
                .withBean(Handlers.class)
                .withPropertyValues("spring.data.redis.port=" + RedisServer.freePort())
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    context.getBean(JobQueue.class).enqueue("collect", new Order("here", 1));
                    List<Order> orders = context.getBean(Handlers.class).orders;
                    await().atMost(SOON).until(() -> orders.size() == 1);
                });
    }

    @Test
    void disabled_noFactoryIsMade() {
        Contexts.runner()
                .withPropertyValues("job-queue.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(JobBackendFactory.class));
    }

    // ---- what is missing

    @Test
    void start_withoutTheModule_saysWhatToAdd() {
        bare().withClassLoader(new FilteredClassLoader("io.jobqueue.redis"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("job-queue.backend")
                        .hasMessageContaining("io.jobqueue:queue-redis")
                        .hasMessageContaining("org.springframework.boot:spring-boot-starter-data-redis"));
    }

    @Test
    void start_withoutConnectionFactory_saysWhatToAdd() {
        bare().run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("job-queue.backend")
                .hasMessageContaining("org.springframework.boot:spring-boot-starter-data-redis"));
    }

    @Test
    void start_otherKindOfConnectionFactory_saysThatLettuceIsNeeded() {
        bare().withBean("jedis", RedisConnectionFactory.class, () -> mock(RedisConnectionFactory.class))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("need Lettuce")
                        .hasMessageContaining("[jedis]"));
    }

    @Test
    void start_severalConnectionFactories_asksForOne() {
        bare().withBean("one", LettuceConnectionFactory.class, LettuceConnectionFactory::new)
                .withBean("two", LettuceConnectionFactory.class, LettuceConnectionFactory::new)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("[one, two]")
                        .hasMessageContaining("job-queue.redis.connection-factory"));
    }

    // ---- a server that is not fit

    @Test
    void start_serverThatEvicts_failsAndSaysWhatToSet(CapturedOutput output) {
        server.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
        try {
            SpringApplication app = new SpringApplication(OnRedis.class);
            app.setWebApplicationType(WebApplicationType.NONE);
            assertThatThrownBy(() -> app.run("--spring.data.redis.port=" + server.port(), "--job-queue.backend=redis"))
                    .hasRootCauseInstanceOf(RedisSetupException.class);
            assertThat(output)
                    .contains("APPLICATION FAILED TO START")
                    .contains("queue 'default': maxmemory-policy of the server is 'allkeys-lru'")
                    .contains("set it to 'noeviction'");
        } finally {
            server.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
        }
    }

    @Test
    void start_serverAway_startsAndWaitsForIt() {
        int port = RedisServer.freePort();
        Contexts.onRedis(port)
                .withBean(Handlers.class)
                .withPropertyValues("job-queue.queues.other=", "job-queue.shutdown.timeout=1s")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    JobQueue queue = context.getBean(JobQueue.class);
                    await().atMost(SOON).until(() -> queue.backendOutage().isPresent());
                });
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        JobQueueAutoConfiguration.class,
        RedisJobQueueAutoConfiguration.class,
        DataRedisAutoConfiguration.class
    })
    static class OnRedis {}

    record Order(String item, int count) {}

    static class Handlers {

        final List<Order> orders = new CopyOnWriteArrayList<>();

        @JobHandler("collect")
        void collect(Order order) {
            orders.add(order);
        }
    }
}
