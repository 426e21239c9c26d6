package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The application as a process of its own, ended from outside. */
class ShutdownTest {

    private static final Duration SOON = Duration.ofSeconds(120);
    private static final int SIGTERM = 128 + 15;

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Process> processes = new ArrayList<>();
    private Path log;
    private String address;

    @AfterEach
    void killWhatIsLeft() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void sigterm_inTheMiddleOfABacklog_finishesWhatWasAcceptedAndSaysSo() throws Exception {
        Process app = start("first.log");
        HttpResponse<Stream<String>> openPage = client.send(
                HttpRequest.newBuilder(URI.create(address + "/api/events")).build(),
                HttpResponse.BodyHandlers.ofLines());
        assertThat(send("POST", "/api/samples?count=40")).isEqualTo(202);
        await().atMost(SOON).until(() -> thumbnails() >= 3);
        long before = thumbnails();
        app.destroy();
        assertThat(openPage.body().count())
                .as("lines until the open page was ended")
                .isPositive();
        assertThat(app.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(app.exitValue()).isIn(0, SIGTERM);
        assertThat(before)
                .as("the backlog was still there when the signal came")
                .isLessThan(40);
        assertThat(thumbnails()).isEqualTo(40);
        assertThat(Files.readString(log))
                .containsPattern("thumbnails.*(?i:drain)|(?i:drain).*thumbnails")
                .doesNotContain(" WARN ", " ERROR ");
    }

    @Test
    void kill_inTheMiddleOfABacklog_isMadeGoodByTheNextStart() throws Exception {
        Process app = start("first.log");
        assertThat(send("POST", "/api/samples?count=20")).isEqualTo(202);
        await().atMost(SOON).until(() -> thumbnails() >= 3);
        app.destroyForcibly();
        assertThat(app.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(thumbnails()).isLessThan(20);
        Process next = start("second.log");
        await().atMost(SOON).until(() -> thumbnails() == 20);
        next.destroy();
        assertThat(next.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private Process start(String logName) throws IOException {
        SampleProcess app = SampleProcess.start(directory, logName);
        processes.add(app.process());
        address = app.address();
        log = app.log();
        return app.process();
    }

    private int send(String method, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private long thumbnails() throws IOException {
        return SampleProcess.thumbnails(directory);
    }
}
