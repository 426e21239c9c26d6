package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.JsonNode;

class PictureApiTest extends RunningApp {

    @Test
    void samples_sixty_becomeSixtyThumbnails() throws IOException {
        ResponseEntity<String> answer = post("/api/samples?count=60");
        assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.ACCEPTED);
        assertThat(list(answer))
                .hasSize(60)
                .allSatisfy(picture -> assertThat(picture.path("batch").asString())
                        .isEqualTo(list(answer).get(0).path("id").asString()));
        await().atMost(SOON).untilAsserted(() -> assertThat(statuses()).isEqualTo(Map.of("done", 60L)));
        for (JsonNode picture : pictures()) {
            ResponseEntity<byte[]> thumbnail = getBytes("/api/pictures/" + id(picture) + "/thumbnail");
            assertThat(thumbnail.getHeaders().getContentType()).isEqualTo(MediaType.IMAGE_JPEG);
            assertThat(thumbnail.getHeaders().getCacheControl()).contains("immutable");
            assertThat(ImageIO.read(new ByteArrayInputStream(thumbnail.getBody()))
                            .getWidth())
                    .isEqualTo(480);
        }
    }

    @Test
    void samples_someCorrupt_failAfterTheirRetriesWithTheReason() {
        post("/api/samples?count=6&corrupt=2");
        await().atMost(SOON).untilAsserted(() -> assertThat(statuses()).containsEntry("retrying", 2L));
        assertThat(pictures())
                .filteredOn(picture -> picture.path("status").asString().equals("retrying"))
                .allSatisfy(picture ->
                        assertThat(picture.path("reason").asString()).startsWith("The picture is damaged: "));
        await().atMost(SOON).untilAsserted(() -> assertThat(statuses()).isEqualTo(Map.of("done", 4L, "failed", 2L)));
        assertThat(pictures())
                .filteredOn(picture -> picture.path("status").asString().equals("failed"))
                .allSatisfy(picture -> {
                    assertThat(picture.path("attempts").asInt()).isEqualTo(3);
                    assertThat(picture.path("reason").asString()).startsWith("The picture is damaged: ");
                    assertThat(get("/api/pictures/" + id(picture) + "/thumbnail")
                                    .getStatusCode())
                            .isEqualTo(HttpStatus.NOT_FOUND);
                });
        assertThat(get("/api/archive").getBody()).doesNotContain("failed");
    }

    @Test
    void upload_severalFilesOneOfThemText_takesAllAndFailsTheText() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("a.png", png(700, 500));
        files.put("../../<b>evil</b>.jpg", "no picture".getBytes(StandardCharsets.UTF_8));
        files.put("c.png", png(20, 10));
        ResponseEntity<String> answer = upload(files);
        assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.ACCEPTED);
        assertThat(list(answer))
                .extracting(picture -> picture.path("name").asString())
                .containsExactly("a.png", "b>.jpg", "c.png");
        awaitAllEnded();
        assertThat(pictures())
                .extracting(picture -> picture.path("status").asString())
                .containsExactly("done", "failed", "done");
        assertThat(pictures().get(1).path("reason").asString()).startsWith("This is not a picture");
        byte[] small = getBytes("/api/pictures/" + id(pictures().get(2)) + "/thumbnail")
                .getBody();
        assertThat(ImageIO.read(new ByteArrayInputStream(small)).getWidth()).isEqualTo(20);
    }

    @Test
    void archive_ofThreePictures_isBuiltByAJobAndDownloaded() throws IOException {
        post("/api/samples?count=3");
        awaitAllEnded();
        assertThat(post("/api/archive").getStatusCode()).isEqualTo(HttpStatus.ACCEPTED);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(
                                json(get("/api/archive")).path("status").asString())
                        .isEqualTo("done"));
        JsonNode archive = json(get("/api/archive"));
        ResponseEntity<byte[]> download = getBytes("/api/archive/thumbnails.zip");
        assertThat(download.getHeaders().getContentDisposition().getFilename()).isEqualTo("thumbnails.zip");
        assertThat(download.getBody()).hasSize(archive.path("bytes").asInt());
        List<String> names = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(download.getBody()))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                names.add(entry.getName());
                assertThat(ImageIO.read(new ByteArrayInputStream(zip.readAllBytes()))
                                .getHeight())
                        .isEqualTo(360);
            }
        }
        assertThat(names).hasSize(3).allMatch(name -> name.matches("000[1-3]-sample-\\d+\\.jpg"));
    }

    @Test
    void archive_withoutThumbnails_isAConflict() {
        ResponseEntity<String> answer = post("/api/archive");
        assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.CONFLICT);
        assertThat(detail(answer)).contains("no thumbnails");
    }

    @ParameterizedTest
    @CsvSource({
        "count=0, 'count: 0 must be between 1 and 1000'",
        "count=1001, 'count: 1001 must be between 1 and 1000'",
        "count=-5, 'count: -5 must be between 1 and 1000'",
        "count=3&corrupt=4, 'corrupt: 4 must be between 0 and 3'",
        "count=many, many",
        "count=99999999999, 99999999999"
    })
    void samples_badNumber_isABadRequestThatSaysWhy(String query, String reason) {
        ResponseEntity<String> answer = post("/api/samples?" + query);
        assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
        assertThat(detail(answer)).contains(reason);
        assertThat(pictures()).isEmpty();
    }

    @Test
    void upload_emptyFileAmongOthers_isABadRequestAndNothingIsTaken() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("a.png", png(20, 10));
        files.put("empty.png", new byte[0]);
        ResponseEntity<String> answer = upload(files);
        assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
        assertThat(detail(answer)).contains("'empty.png' is empty");
        assertThat(pictures()).isEmpty();
    }

    @Test
    void upload_noFile_isABadRequest() {
        assertThat(upload(Map.of()).getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
    }

    @Test
    void upload_tooLarge_isABadRequestThatSaysTheLimit() {
        ResponseEntity<String> answer = upload(Map.of("large.png", new byte[150 * 1024]));
        assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
        assertThat(detail(answer)).contains("100KB");
        assertThat(pictures()).isEmpty();
    }

    @Test
    void samples_overTheLimitOfPictures_isAConflictAndNoneIsTaken() {
        changeQueue("thumbnails", Map.of("state", "paused"));
        upload(tinyPictures(300));
        ResponseEntity<String> answer = post("/api/samples?count=100");
        assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.CONFLICT);
        assertThat(detail(answer)).contains("350").contains("pictures.limit");
        assertThat(pictures()).hasSize(300);
        assertThat(DIRECTORY.resolve("pictures").toFile().list()).hasSize(300);
        changeQueue("thumbnails", Map.of("state", "running"));
    }

    @ParameterizedTest
    @CsvSource({"/api/pictures/unknown", "/api/pictures/unknown/thumbnail", "/api/pictures/..%2F..%2Fx/thumbnail"})
    void pictures_unknownId_isNotFound(String path) {
        assertThat(get(path).getStatusCode().is4xxClientError()).isTrue();
    }

    @Test
    void anyChange_fromAnotherSite_isRefused() {
        ResponseEntity<String> answer = post("/api/samples?count=1", Map.of("Sec-Fetch-Site", "cross-site"));
        assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.FORBIDDEN);
        assertThat(pictures()).isEmpty();
    }

    @Test
    void page_anyRequest_mayUseItsOwnFilesOnly() {
        ResponseEntity<String> page = get("/");
        assertThat(page.getStatusCode()).isEqualTo(HttpStatus.OK);
        assertThat(page.getHeaders().getFirst("Content-Security-Policy")).contains("script-src 'self'");
        assertThat(page.getBody()).doesNotContain("<style", "style=", "onclick", "http://", "https://");
    }

    private static String id(JsonNode picture) {
        return picture.path("id").asString();
    }

    private static String detail(ResponseEntity<String> answer) {
        return json(answer).path("detail").asString();
    }
}
