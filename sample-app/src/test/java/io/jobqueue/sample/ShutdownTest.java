package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
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

    private final List<SampleProcess> processes = new ArrayList<>();

    @AfterEach
    void killWhatIsLeft() {
        processes.forEach(SampleProcess::kill);
    }

    @Test
    void sigterm_inTheMiddleOfABacklog_finishesWhatWasAcceptedAndSaysSo() throws Exception {
        SampleProcess app = start("first.log");
        HttpResponse<Stream<String>> openPage = SampleProcess.CLIENT.send(
                HttpRequest.newBuilder(URI.create(app.address() + "/api/events"))
                        .build(),
                HttpResponse.BodyHandlers.ofLines());
        assertThat(app.post("/api/samples?count=40")).isEqualTo(202);
        await().atMost(SOON).until(() -> thumbnails() >= 3);
        long before = thumbnails();
        app.process().destroy();
        assertThat(openPage.body().count())
                .as("lines until the open page was ended")
                .isPositive();
        assertThat(app.process().waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(app.process().exitValue()).isIn(0, SIGTERM);
        assertThat(before)
                .as("the backlog was still there when the signal came")
                .isLessThan(40);
        assertThat(thumbnails()).isEqualTo(40);
        assertThat(Files.readString(app.log()))
                .containsPattern("thumbnails.*(?i:drain)|(?i:drain).*thumbnails")
                .doesNotContain(" WARN ", " ERROR ");
    }

    @Test
    void kill_inTheMiddleOfABacklog_isMadeGoodByTheNextStart() throws Exception {
        SampleProcess app = start("first.log");
        assertThat(app.post("/api/samples?count=20")).isEqualTo(202);
        await().atMost(SOON).until(() -> thumbnails() >= 3);
        app.kill();
        assertThat(app.process().waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(thumbnails()).isLessThan(20);
        SampleProcess next = start("second.log");
        await().atMost(SOON).until(() -> thumbnails() == 20);
        next.process().destroy();
        assertThat(next.process().waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private SampleProcess start(String logName) throws IOException {
        SampleProcess app = SampleProcess.start(directory, logName);
        processes.add(app);
        return app;
    }

    private long thumbnails() throws IOException {
        return SampleProcess.thumbnails(directory);
    }
}
