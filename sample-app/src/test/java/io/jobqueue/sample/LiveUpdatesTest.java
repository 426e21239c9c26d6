package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LiveUpdatesTest extends RunningApp {

    private final List<JsonNode> updates = new CopyOnWriteArrayList<>();

    @Autowired
    LiveUpdates liveUpdates;

    @Test
    void events_threeHundredPictures_tellEverythingInFewUpdates() throws Exception {
        post("/api/samples?count=1");
        awaitAllEnded();
        try (Page page = new Page()) {
            await().atMost(SOON).until(() -> !updates.isEmpty());
            assertThat(updates.get(0).path("complete").asBoolean()).isTrue();
            assertThat(updates.get(0).path("pictures").size()).isEqualTo(1);
            changeQueue("thumbnails", Map.of("state", "paused"));
            upload(tinyPictures(300));
            await().atMost(SOON).untilAsserted(() -> assertThat(statusesTold()).containsEntry("queued", 300L));
            changeQueue("thumbnails", Map.of("state", "running", "workerCount", 4));
            await().atMost(SOON).untilAsserted(() -> assertThat(statusesTold()).isEqualTo(Map.of("done", 301L)));
            await().atMost(SOON).untilAsserted(() -> {
                assertThat(lastQueue().path("waiting").asInt()).isZero();
                assertThat(lastQueue().path("workers").asInt()).isEqualTo(4);
            });
            long seconds = page.seconds();
            assertThat(updates).hasSizeLessThan((int) (seconds + 2) * 6);
        }
    }

    @Test
    void events_finishedPicturesRemoved_startAnew() throws Exception {
        post("/api/samples?count=3");
        awaitAllEnded();
        try (Page page = new Page()) {
            await().atMost(SOON).untilAsserted(() -> assertThat(statusesTold()).isEqualTo(Map.of("done", 3L)));
            delete("/api/pictures");
            await().atMost(SOON).untilAsserted(() -> assertThat(statusesTold()).isEmpty());
        }
    }

    @Test
    void stop_openPage_isEndedAndMayComeBack() throws Exception {
        try (Page page = new Page()) {
            await().atMost(SOON).until(() -> !updates.isEmpty());
            liveUpdates.stop();
            try {
                page.awaitEnd();
                assertThat(get("/api/events").getStatusCode().value()).isEqualTo(503);
            } finally {
                liveUpdates.start();
            }
        }
        updates.clear(); // before the page opens: nothing changes, so it may hear no more than how things are
        try (Page page = new Page()) {
            await().atMost(SOON).until(() -> !updates.isEmpty());
        }
    }

    /** What a page would show after all updates so far. */
    private Map<String, Long> statusesTold() {
        Map<String, String> told = new LinkedHashMap<>();
        for (JsonNode update : updates) {
            if (update.path("complete").asBoolean()) {
                told.clear();
            }
            update.path("pictures")
                    .forEach(picture -> told.put(
                            picture.path("id").asString(),
                            picture.path("status").asString()));
        }
        return told.values().stream().collect(Collectors.groupingBy(status -> status, Collectors.counting()));
    }

    private JsonNode lastQueue() {
        return updates.get(updates.size() - 1).path("queues").path(0);
    }

    /** An open page: reads events on a thread of its own. */
    private final class Page implements AutoCloseable {

        private final HttpResponse<Stream<String>> response;
        private final Thread reader;
        private final long openedAt = System.nanoTime();

        Page() throws IOException, InterruptedException {
            URI events = URI.create("http://127.0.0.1:" + port + "/api/events");
            response = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(events).build(), HttpResponse.BodyHandlers.ofLines());
            assertThat(response.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
            reader = new Thread(this::read, "page");
            reader.start();
        }

        private void read() {
            try {
                response.body()
                        .filter(line -> line.startsWith("data:"))
                        .forEach(line -> updates.add(JsonMapper.shared().readTree(line.substring("data:".length()))));
            } catch (RuntimeException closedByTheTest) {
                assertThat(closedByTheTest).isInstanceOf(UncheckedIOException.class);
            }
        }

        long seconds() {
            return (System.nanoTime() - openedAt) / 1_000_000_000;
        }

        void awaitEnd() throws InterruptedException {
            reader.join(SOON.toMillis());
            assertThat(reader.isAlive()).isFalse();
        }

        @Override
        public void close() throws InterruptedException {
            response.body().close();
            awaitEnd();
        }
    }
}
