package io.jobqueue.spring.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueState;
import io.jobqueue.redis.RedisServer;
import io.jobqueue.spring.JobHandler;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** What operators see of queues in Redis, of several nodes, and of an outage. */
class RedisOperationsTest {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final HttpClient client = HttpClient.newHttpClient();

    private RedisServer server;
    private ConfigurableApplicationContext first;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        first = node("one");
    }

    @AfterEach
    void end() {
        first.close();
        server.close();
    }

    private ConfigurableApplicationContext node(String name) {
        SpringApplication app = new SpringApplication(Application.class);
        app.setDefaultProperties(Map.of(
                "server.port", "0",
                "server.address", "127.0.0.1",
                "management.endpoints.web.exposure.include", "*",
                "management.endpoint.health.show-details", "always",
                "spring.data.redis.port", String.valueOf(server.port()),
                "job-queue.backend", "redis",
                "job-queue.redis.command-timeout", "500ms",
                "job-queue.shutdown.timeout", "2s",
                "job-queue.redis.node-name", name));
        return app.run();
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext target, String path) throws Exception {
        int port = ((WebServerApplicationContext) target).getWebServer().getPort();
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator" + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static <T> T read(ConfigurableApplicationContext target, String path, String what) throws Exception {
        return JsonPath.read(get(target, path).body(), what);
    }

    private static MeterRegistry meters(ConfigurableApplicationContext target) {
        return target.getBean(MeterRegistry.class);
    }

    private static JobQueue queue(ConfigurableApplicationContext target) {
        return target.getBean(JobQueue.class);
    }

    @Test
    void nodes_two_areBothShown() throws Exception {
        try (ConfigurableApplicationContext second = node("two")) {
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(RedisOperationsTest.<List<String>>read(
                                    second, "/jobqueue/default/nodes", "$.nodes[*].host"))
                            .containsExactlyInAnyOrder("one", "two"));
        }
    }

    @Test
    void pause_onOneNode_pausesTheOther() throws Exception {
        try (ConfigurableApplicationContext second = node("two")) {
            queue(first).pause();
            await().atMost(SOON).until(() -> queue(second).state() == QueueState.PAUSED);
            assertThat(RedisOperationsTest.<Boolean>read(first, "/jobqueue/default/nodes", "$.paused"))
                    .isTrue();
            queue(second).resume();
            await().atMost(SOON).until(() -> queue(first).state() == QueueState.RUNNING);
        }
    }

    @Test
    void meters_ofTheBackend_existFromTheStartAndCount() {
        MeterRegistry registry = meters(first);
        for (String name : List.of("job.queue.jobs.recovered", "job.queue.settles.stale")) {
            assertThat(registry.get(name)
                            .tags("queue", "default", "job", "work")
                            .counter()
                            .count())
                    .isZero();
        }
        for (String operation : List.of("claim", "settle", "extend", "inspect", "enqueue")) {
            assertThat(registry.get("job.queue.backend.errors")
                            .tags("queue", "default", "operation", operation)
                            .counter()
                            .count())
                    .isZero();
        }
        queue(first).enqueue("work", null);
        await().atMost(SOON).until(() -> queue(first).stats().succeeded() == 1);
        assertThat(registry.get("job.queue.claim.size").summary().totalAmount()).isEqualTo(1);
        assertThat(registry.get("job.queue.sample.age").timeGauge().value()).isBetween(0.0, SOON.toSeconds() * 1.0);
    }

    @Test
    void serverAway_isSaidEverywhereUntilItIsBack() throws Exception {
        queue(first).enqueue("work", null);
        await().atMost(SOON).until(() -> queue(first).stats().succeeded() == 1);
        server.kill();
        String component = "$.components.jobqueue.";
        await().atMost(SOON)
                .until(() -> RedisOperationsTest.<String>read(first, "/health", component + "status")
                        .equals("DOWN"));
        assertThat(get(first, "/health").statusCode()).isEqualTo(503);
        assertThat(RedisOperationsTest.<String>read(first, "/health", component + "details.default.backend.error"))
                .isNotBlank();
        assertThat(RedisOperationsTest.<String>read(first, "/jobqueue/default", "$.backendOutage.operation"))
                .isNotBlank();
        HttpResponse<String> dead = get(first, "/jobqueue/default/dead");
        assertThat(dead.statusCode()).isEqualTo(503);
        assertThat(JsonPath.<String>read(dead.body(), "$.error")).contains("failed in Redis");
        double errors = meters(first).get("job.queue.backend.errors").counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
        assertThat(errors).isPositive();
        server.restart();
        await().atMost(SOON).until(() -> queue(first).backendOutage().isEmpty());
        assertThat(RedisOperationsTest.<String>read(first, "/health", component + "status"))
                .isEqualTo("UP");
        queue(first).enqueue("work", null);
        await().atMost(SOON).until(() -> queue(first).stats().succeeded() == 2);
    }

    @Test
    void close_serverAway_staysWithinItsLimit() {
        server.kill();
        long begin = System.nanoTime();
        first.close();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @JobHandler("work")
        void work() {}
    }
}
