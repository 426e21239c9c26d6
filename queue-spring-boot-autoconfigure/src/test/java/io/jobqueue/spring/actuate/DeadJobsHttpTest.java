package io.jobqueue.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobQueue;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spring.JobHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Looking after dead jobs over HTTP. */
class DeadJobsHttpTest {

    private static final Duration SOON = Duration.ofSeconds(10);
    private static final HttpClient client = HttpClient.newHttpClient();
    private static ConfigurableApplicationContext application;

    private final JobQueue queue = application.getBean(JobQueue.class);
    private final QueueInspection inspection = queue.inspection().orElseThrow();
    private final AtomicBoolean failing = application.getBean(AtomicBoolean.class);

    @BeforeAll
    static void start() {
        application = run();
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @BeforeEach
    void reset() {
        inspection.purge(JobState.DEAD, Duration.ZERO);
        failing.set(true);
    }

    private static ConfigurableApplicationContext run(String... arguments) {
        SpringApplication app = new SpringApplication(Application.class);
        app.setDefaultProperties(Map.of(
                "server.port", "0",
                "server.address", "127.0.0.1",
                "management.endpoints.web.exposure.include", "jobqueue",
                "job-queue.worker-count", "1"));
        return app.run(arguments);
    }

    private static HttpResponse<String> send(ConfigurableApplicationContext target, String method, String path)
            throws Exception {
        int port = ((WebServerApplicationContext) target).getWebServer().getPort();
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/actuator/jobqueue" + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(method.equals("POST") ? "{}" : ""))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return send(application, "GET", path);
    }

    private void die(String... ids) {
        for (String id : ids) {
            queue.enqueue("risky", "secret payload", EnqueueOptions.defaults().withId(id));
        }
        await().atMost(SOON).until(() -> inspection.counts().dead() == ids.length);
    }

    @Test
    void get_dead_listsThemWithoutWhatIsTheApplications() throws Exception {
        die("one", "two");
        HttpResponse<String> response = get("/default/dead");
        assertThat(response.statusCode()).isEqualTo(200);
        String body = response.body();
        assertThat(JsonPath.<List<String>>read(body, "$.jobs[*].id")).containsExactly("one", "two");
        assertThat(JsonPath.<String>read(body, "$.jobs[0].name")).isEqualTo("risky");
        assertThat(JsonPath.<Integer>read(body, "$.jobs[0].attempts")).isEqualTo(1);
        assertThat(JsonPath.<String>read(body, "$.jobs[0].reason")).contains("no luck");
        assertThat(body).doesNotContain("secret payload").doesNotContain("\"error\"");
    }

    @Test
    void get_deadInPages_givesEachJobOnce() throws Exception {
        die("a", "b", "c", "d", "e");
        String first = get("/default/dead?limit=2").body();
        assertThat(JsonPath.<List<String>>read(first, "$.jobs[*].id")).containsExactly("a", "b");
        assertThat(JsonPath.<String>read(first, "$.next")).isEqualTo("b");
        String second = get("/default/dead?limit=2&after=b").body();
        assertThat(JsonPath.<List<String>>read(second, "$.jobs[*].id")).containsExactly("c", "d");
        String third = get("/default/dead?limit=2&after=d").body();
        assertThat(JsonPath.<List<String>>read(third, "$.jobs[*].id")).containsExactly("e");
        assertThat(third).doesNotContain("\"next\"");
    }

    @Test
    void get_deadJob_showsItsStackTrace() throws Exception {
        die("one");
        String body = get("/default/dead/one").body();
        assertThat(JsonPath.<String>read(body, "$.error"))
                .contains("IllegalStateException: no luck", "DeadJobsHttpTest");
        assertThat(body).doesNotContain("secret payload");
    }

    @Test
    void post_deadJob_runsItAgain() throws Exception {
        die("one");
        failing.set(false);
        long succeeded = queue.stats().succeeded();
        assertThat(send(application, "POST", "/default/dead/one").statusCode()).isEqualTo(204);
        await().atMost(SOON).until(() -> queue.stats().succeeded() == succeeded + 1);
        assertThat(inspection.counts().dead()).isZero();
    }

    @Test
    void delete_deadJob_removesItAndNoOther() throws Exception {
        die("one", "two");
        assertThat(send(application, "DELETE", "/default/dead/one").statusCode())
                .isEqualTo(204);
        assertThat(inspection.list(JobState.DEAD, 10, null))
                .extracting(job -> job.record().id())
                .containsExactly("two");
    }

    @Test
    void paths_idWithSlashes_areTheId() throws Exception {
        die("orders/2026/7");
        assertThat(JsonPath.<String>read(get("/default/dead/orders/2026/7").body(), "$.id"))
                .isEqualTo("orders/2026/7");
        assertThat(send(application, "DELETE", "/default/dead/orders/2026/7").statusCode())
                .isEqualTo(204);
    }

    @Test
    void requests_aboutNothing_areNotFound() throws Exception {
        queue.enqueue(
                "risky", "later", EnqueueOptions.defaults().withId("alive").withDelay(Duration.ofHours(1)));
        try {
            for (String path :
                    List.of("/nobody/dead", "/default/living", "/default/dead/none", "/default/dead/alive")) {
                assertThat(get(path).statusCode()).as(path).isEqualTo(404);
            }
            for (String method : List.of("POST", "DELETE")) {
                for (String path :
                        List.of("/nobody/dead/x", "/default/nodes/x", "/default/dead/x", "/default/dead/alive")) {
                    assertThat(send(application, method, path).statusCode())
                            .as(method + path)
                            .isEqualTo(404);
                }
            }
            assertThat(inspection.find("alive")).isPresent();
        } finally {
            inspection.delete("alive");
        }
    }

    @Test
    void get_badLimit_isRefusedWithReason() throws Exception {
        for (String limit : List.of("0", "-1", "1001", "many")) {
            HttpResponse<String> response = get("/default/dead?limit=" + limit);
            assertThat(response.statusCode()).as(limit).isEqualTo(400);
            assertThat(JsonPath.<String>read(response.body(), "$.error")).contains("'" + limit + "'", "1 to 1000");
        }
    }

    @Test
    void get_nodesOfQueueInMemory_areNone() throws Exception {
        String body = get("/default/nodes").body();
        assertThat(JsonPath.<List<Object>>read(body, "$.nodes")).isEmpty();
        assertThat(JsonPath.<Integer>read(body, "$.waiting")).isZero();
    }

    @Test
    void access_readOnly_showsAndChangesNothing() throws Exception {
        try (ConfigurableApplicationContext readOnly = run("--management.endpoint.jobqueue.access=read-only")) {
            JobQueue other = readOnly.getBean(JobQueue.class);
            other.enqueue("risky", "", EnqueueOptions.defaults().withId("one"));
            await().atMost(SOON).until(() -> other.stats().dead() == 1);
            assertThat(send(readOnly, "GET", "/default/dead/one").statusCode()).isEqualTo(200);
            assertThat(send(readOnly, "POST", "/default/dead/one").statusCode()).isEqualTo(405);
            assertThat(send(readOnly, "DELETE", "/default/dead/one").statusCode())
                    .isEqualTo(405);
            assertThat(other.stats().dead()).isEqualTo(1);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        AtomicBoolean failing() {
            return new AtomicBoolean(true);
        }

        @Bean
        Risky risky(AtomicBoolean failing) {
            return new Risky(failing);
        }
    }

    record Risky(AtomicBoolean failing) {

        @JobHandler("risky")
        void risky(String payload) {
            if (failing.get()) {
                throw new IllegalStateException("no luck");
            }
        }
    }
}
