package io.jobqueue.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueState;
import io.jobqueue.spring.JobHandler;
import io.jobqueue.spring.JobQueues;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** The endpoint as operators use it: a real server, real requests. */
class JobQueueEndpointHttpTest {

    private static final HttpClient client = HttpClient.newHttpClient();
    private static ConfigurableApplicationContext application;

    private JobQueue mails;

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
        mails = application.getBean(JobQueues.class).find("mails").orElseThrow();
        mails.updateWorkerCount(2);
        mails.resume();
    }

    private static ConfigurableApplicationContext run(String... arguments) {
        SpringApplication app = new SpringApplication(Application.class);
        app.setDefaultProperties(java.util.Map.of(
                "server.port", "0",
                "server.address", "127.0.0.1",
                "management.endpoints.web.exposure.include", "jobqueue,health",
                "management.endpoint.health.show-details", "always",
                "job-queue.queues.mails.worker-count", "2"));
        return app.run(arguments);
    }

    private static HttpResponse<String> send(
            ConfigurableApplicationContext target, String method, String path, String body) throws Exception {
        int port = ((WebServerApplicationContext) target).getWebServer().getPort();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator" + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return send(application, "GET", path, "");
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        return send(application, "POST", path, body);
    }

    @Test
    void get_all_showsEveryQueue() throws Exception {
        String body = get("/jobqueue").body();
        assertThat(JsonPath.<String>read(body, "$.queues.mails.state")).isEqualTo("running");
        assertThat(JsonPath.<Integer>read(body, "$.queues.mails.workerCount")).isEqualTo(2);
        assertThat(JsonPath.<Integer>read(body, "$.queues.default.jobs.waiting"))
                .isZero();
        assertThat(JsonPath.<Object>read(body, "$.queues.mails.handlers").toString())
                .isEqualTo("[\"mail\"]");
    }

    @Test
    void get_one_showsItsNumbers() throws Exception {
        mails.enqueue("mail", "x");
        assertThat(mails.awaitIdle(java.time.Duration.ofSeconds(5))).isTrue();
        String body = get("/jobqueue/mails").body();
        assertThat(JsonPath.<Integer>read(body, "$.jobs.succeeded")).isPositive();
        assertThat(JsonPath.<Integer>read(body, "$.workers.abandoned")).isZero();
        assertThat(JsonPath.<Number>read(body, "$.oldestAgeSeconds").doubleValue())
                .isZero();
    }

    @Test
    void get_unknown_isNotFound() throws Exception {
        assertThat(get("/jobqueue/nobody").statusCode()).isEqualTo(404);
    }

    @Test
    void post_workerCount_resizesAtOnce() throws Exception {
        HttpResponse<String> response = post("/jobqueue/mails", "{\"workerCount\": 7}");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(JsonPath.<Integer>read(response.body(), "$.workerCount")).isEqualTo(7);
        assertThat(mails.workerCount()).isEqualTo(7);
    }

    @Test
    void post_state_pausesAndResumes() throws Exception {
        assertThat(JsonPath.<String>read(
                        post("/jobqueue/mails", "{\"state\": \"paused\"}").body(), "$.state"))
                .isEqualTo("paused");
        assertThat(mails.state()).isEqualTo(QueueState.PAUSED);
        assertThat(post("/jobqueue/mails", "{\"state\": \"running\"}").statusCode())
                .isEqualTo(200);
        assertThat(mails.state()).isEqualTo(QueueState.RUNNING);
    }

    @Test
    void post_both_changesBoth() throws Exception {
        assertThat(post("/jobqueue/mails", "{\"workerCount\": 0, \"state\": \"paused\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(mails.workerCount()).isZero();
        assertThat(mails.state()).isEqualTo(QueueState.PAUSED);
    }

    @Test
    void post_unknownQueue_isNotFound() throws Exception {
        assertThat(post("/jobqueue/nobody", "{\"workerCount\": 7}").statusCode())
                .isEqualTo(404);
    }

    static Stream<Arguments> badValues() {
        return Stream.of(
                Arguments.of("{\"workerCount\": -1}", "-1 must be zero or more"),
                Arguments.of("{\"workerCount\": \"many\"}", "'many' is not a whole number"),
                Arguments.of("{\"workerCount\": 1.5}", "'1.5' is not a whole number"),
                Arguments.of("{\"workerCount\": 999999999}", "999999999 must be between"),
                Arguments.of("{\"state\": \"sleeping\"}", "'sleeping' must be 'running' or 'paused'"),
                Arguments.of(
                        "{\"workerCount\": 9, \"state\": \"sleeping\"}", "'sleeping' must be 'running' or 'paused'"),
                Arguments.of("{}", "nothing to change"));
    }

    @ParameterizedTest
    @MethodSource("badValues")
    void post_badValue_isRefusedWithReasonAndChangesNothing(String body, String reason) throws Exception {
        HttpResponse<String> response = post("/jobqueue/mails", body);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(JsonPath.<String>read(response.body(), "$.error")).contains(reason);
        assertThat(mails.workerCount()).isEqualTo(2);
        assertThat(mails.state()).isEqualTo(QueueState.RUNNING);
    }

    @Test
    void health_component_showsQueues() throws Exception {
        String body = get("/health").body();
        assertThat(JsonPath.<String>read(body, "$.components.jobqueue.status")).isEqualTo("UP");
        assertThat(JsonPath.<String>read(body, "$.components.jobqueue.details.mails.state"))
                .isEqualTo("running");
    }

    @Test
    void access_readOnly_hasNoWrites() throws Exception {
        try (ConfigurableApplicationContext readOnly = run("--management.endpoint.jobqueue.access=read-only")) {
            assertThat(send(readOnly, "GET", "/jobqueue/mails", "").statusCode())
                    .isEqualTo(200);
            assertThat(send(readOnly, "POST", "/jobqueue/mails", "{\"workerCount\": 7}")
                            .statusCode())
                    .isEqualTo(405);
            assertThat(readOnly.getBean(JobQueues.class)
                            .find("mails")
                            .orElseThrow()
                            .workerCount())
                    .isEqualTo(2);
        }
    }

    @Test
    void access_none_hasNoEndpoint() throws Exception {
        try (ConfigurableApplicationContext without = run("--management.endpoint.jobqueue.access=none")) {
            assertThat(send(without, "GET", "/jobqueue", "").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void managementPort_ofItsOwn_servesEndpointOnce() throws Exception {
        try (ConfigurableApplicationContext two =
                run("--management.server.port=0", "--management.server.address=127.0.0.1")) {
            int port = two.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/jobqueue/mails"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(two.getBean(JobQueue.class).state()).isEqualTo(QueueState.RUNNING);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        @JobHandler(name = "mail", queue = "mails")
        void mail(String text) {}
    }
}
