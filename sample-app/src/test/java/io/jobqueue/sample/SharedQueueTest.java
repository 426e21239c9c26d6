package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jobqueue.redis.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Three processes of the application that share one queue in Redis, and one of them dies. */
class SharedQueueTest {

    private static final Duration SOON = Duration.ofSeconds(120);
    /** More are painted by hand, see the README; see also {@code -Dsample.pictures}. */
    private static final int PICTURES = Integer.getInteger("sample.pictures", 150);

    @TempDir
    Path directory;

    private final List<SampleProcess> nodes = new ArrayList<>();

    @AfterEach
    void killWhatIsLeft() {
        nodes.forEach(SampleProcess::kill);
    }

    @Test
    void kill_ofOneOfThreeNodesInTheMiddle_losesNothing() throws Exception {
        try (RedisServer redis = RedisServer.start("--appendonly", "yes")) {
            for (int i = 0; i < 3; i++) {
                nodes.add(SampleProcess.start(
                        directory,
                        "node" + i + ".log",
                        "--job-queue.backend=redis",
                        "--job-queue.redis.lease=3s",
                        "--spring.data.redis.host=" + redis.host(),
                        "--spring.data.redis.port=" + redis.port()));
            }
            for (int left = PICTURES; left > 0; left -= 1000) {
                assertThat(nodes.get(0).post("/api/samples?count=" + Math.min(left, 1000)))
                        .isEqualTo(202);
            }
            await().atMost(SOON).until(() -> thumbnails() >= PICTURES / 5);
            SampleProcess victim = nodes.get(1);
            await().atMost(SOON)
                    .until(() -> queue(victim).path("workers").path("busy").asInt() > 0);
            victim.kill();
            await().atMost(SOON.multipliedBy(1 + PICTURES / 500)).until(() -> thumbnails() == PICTURES);

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(statusesOf(nodes.get(2)))
                            .as("what a node knows that took none of the requests")
                            .containsOnly("done")
                            .hasSize(PICTURES));
            assertThat(recovered(nodes.get(0)) + recovered(nodes.get(2)))
                    .as("jobs that were taken over")
                    .isPositive();
        }
    }

    private double recovered(SampleProcess node) throws Exception {
        return node.get("/actuator/prometheus")
                .lines()
                .filter(line -> line.startsWith("job_queue_jobs_recovered_total{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    private JsonNode queue(SampleProcess node) throws Exception {
        return JsonMapper.shared().readTree(node.get("/actuator/jobqueue/thumbnails"));
    }

    private List<String> statusesOf(SampleProcess node) throws Exception {
        List<String> statuses = new ArrayList<>();
        JsonMapper.shared()
                .readTree(node.get("/api/pictures"))
                .forEach(picture -> statuses.add(picture.path("status").asString()));
        return statuses;
    }

    private long thumbnails() throws IOException {
        return SampleProcess.thumbnails(directory);
    }
}
