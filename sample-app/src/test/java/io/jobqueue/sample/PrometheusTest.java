package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Prometheus scrapes the application and is asked what the documentation says it can be asked. */
class PrometheusTest extends RunningApp {

    private static final Path DOCUMENT = Path.of("..", "docs", "prometheus-queries.md");

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private Process prometheus;
    private int prometheusPort;

    @BeforeEach
    void startPrometheus() throws IOException {
        Path program = ExternalTool.require("prometheus");
        prometheusPort = freePort();
        Path configuration = Files.writeString(directory.resolve("prometheus.yml"), """
                scrape_configs:
                  - job_name: picture-service
                    metrics_path: /actuator/prometheus
                    scrape_interval: 1s
                    static_configs:
                      - targets: ["127.0.0.1:%d"]
                """.formatted(port));
        prometheus = new ProcessBuilder(
                        program.toString(),
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + prometheusPort)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start();
    }

    @AfterEach
    void stopPrometheus() throws InterruptedException {
        if (prometheus != null) {
            prometheus.destroy();
            assertThat(prometheus.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void queries_ofTheDocumentation_areAnsweredForTheQueueOfThumbnails() throws Exception {
        post("/api/samples?count=3&corrupt=1"); // counters of all kinds exist before they grow
        awaitAllEnded();
        await().atMost(SOON)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(value(ended())).isPositive());
        double before = value(ended());
        post("/api/samples?count=20&corrupt=2");
        awaitAllEnded();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(value(ended()) - before).isEqualTo(20));

        List<String> queries = queries();
        assertThat(queries).hasSizeGreaterThan(10);
        for (String query : queries) {
            JsonNode result = ask(query);
            assertThat(result.size()).as(query).isPositive();
            assertThat(result.valueStream()
                            .map(series -> series.path("metric").path("queue").asString()))
                    .as(query)
                    .contains("thumbnails");
        }
        assertThat(value("sum by (queue) (rate(job_queue_jobs_completed_total{outcome=\"failure\"}[5m]))"))
                .isPositive();
        assertThat(value(queries.stream()
                        .filter(query -> query.contains("0.95") && query.contains("execution"))
                        .findFirst()
                        .orElseThrow()))
                .isPositive();
    }

    private static String ended() {
        return "sum by (queue) (job_queue_jobs_completed_total)";
    }

    /** The text with the queries that have an answer here. */
    String queriesToAsk(String document) {
        return document.substring(0, document.indexOf("## Queues in Redis"));
    }

    private List<String> queries() throws IOException {
        return Pattern.compile("```promql\\n(.*?)```", Pattern.DOTALL)
                .matcher(queriesToAsk(Files.readString(DOCUMENT)))
                .results()
                .map((MatchResult block) -> block.group(1).strip())
                .toList();
    }

    /** The value of the series of the queue of thumbnails. */
    private double value(String query) throws IOException, InterruptedException {
        return ask(query)
                .valueStream()
                .filter(series -> series.path("metric").path("queue").asString().equals("thumbnails"))
                .mapToDouble(series -> series.path("value").path(1).asDouble())
                .findFirst()
                .orElseThrow();
    }

    private JsonNode ask(String query) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + prometheusPort + "/api/v1/query?query="
                + URLEncoder.encode(query, StandardCharsets.UTF_8));
        HttpResponse<String> answer =
                client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(query + ": " + answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body()).path("data").path("result");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
