package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The application on a free port, one for all tests that extend this, without pictures and with two workers. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "job-queue.queues.thumbnails.retry.delay=300ms",
            "spring.servlet.multipart.max-file-size=100KB",
            "pictures.limit=350"
        })
abstract class RunningApp {

    static final Path DIRECTORY = temporaryDirectory();
    static final Duration SOON = Duration.ofSeconds(90);

    @LocalServerPort
    int port;

    private RestClient http;

    @DynamicPropertySource
    static void directory(DynamicPropertyRegistry properties) {
        properties.add("pictures.directory", () -> DIRECTORY);
    }

    private static Path temporaryDirectory() {
        try {
            return Files.createTempDirectory(Path.of("target"), "pictures-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void cleanUp() {
        http = RestClient.builder()
                .baseUrl("http://127.0.0.1:" + port)
                .defaultStatusHandler(status -> true, (request, response) -> {})
                .build();
        assertThat(changeQueue("thumbnails", Map.of("workerCount", 2, "state", "running"))
                        .getStatusCode()
                        .is2xxSuccessful())
                .isTrue();
        awaitAllEnded();
        delete("/api/pictures");
        assertThat(pictures()).isEmpty();
    }

    ResponseEntity<String> get(String path) {
        return http.get().uri(path).retrieve().toEntity(String.class);
    }

    ResponseEntity<byte[]> getBytes(String path) {
        return http.get().uri(path).retrieve().toEntity(byte[].class);
    }

    ResponseEntity<String> post(String path) {
        return http.post().uri(path).retrieve().toEntity(String.class);
    }

    ResponseEntity<String> post(String path, Map<String, String> headers) {
        return http.method(HttpMethod.POST)
                .uri(path)
                .headers(all -> headers.forEach(all::set))
                .retrieve()
                .toEntity(String.class);
    }

    ResponseEntity<String> delete(String path) {
        return http.delete().uri(path).retrieve().toEntity(String.class);
    }

    ResponseEntity<String> changeQueue(String queue, Map<String, ?> change) {
        return http.post()
                .uri("/actuator/jobqueue/" + queue)
                .contentType(MediaType.APPLICATION_JSON)
                .body(change)
                .retrieve()
                .toEntity(String.class);
    }

    ResponseEntity<String> upload(Map<String, byte[]> files) {
        MultiValueMap<String, Object> parts = new LinkedMultiValueMap<>();
        files.forEach((name, content) -> parts.add("file", new NamedContent(name, content)));
        return http.post()
                .uri("/api/pictures")
                .contentType(MediaType.MULTIPART_FORM_DATA)
                .body(parts)
                .retrieve()
                .toEntity(String.class);
    }

    /** Pictures whose jobs take no time. */
    static Map<String, byte[]> tinyPictures(int count) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            files.put("tiny-" + i + ".png", png(30, 20));
        }
        return files;
    }

    static byte[] png(int width, int height) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), "png", bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    List<JsonNode> pictures() {
        return list(get("/api/pictures"));
    }

    Map<String, Long> statuses() {
        return pictures().stream()
                .collect(Collectors.groupingBy(picture -> picture.path("status").asString(), Collectors.counting()));
    }

    void awaitAllEnded() {
        await().atMost(SOON)
                .until(() -> Stream.of("queued", "running", "retrying").noneMatch(statuses()::containsKey));
    }

    static JsonNode json(ResponseEntity<String> response) {
        return JsonMapper.shared().readTree(response.getBody());
    }

    static List<JsonNode> list(ResponseEntity<String> response) {
        Collection<JsonNode> values = json(response).values();
        return List.copyOf(values);
    }

    private static final class NamedContent extends ByteArrayResource {

        private final String name;

        NamedContent(String name, byte[] content) {
            super(content);
            this.name = name;
        }

        @Override
        public String getFilename() {
            return name;
        }
    }
}
