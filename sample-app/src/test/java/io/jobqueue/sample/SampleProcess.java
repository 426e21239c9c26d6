package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The application as a process of its own.
 *
 * @param address where it listens
 * @param log what it has printed
 */
record SampleProcess(Process process, String address, Path log) {

    static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static final Duration SOON = Duration.ofSeconds(120);
    private static final Pattern STARTED =
            Pattern.compile("Tomcat started on port (\\d+)[\\s\\S]*Started SampleApplication");

    /** Starts it on a free port, with its pictures below a directory, and returns when it has started. */
    static SampleProcess start(Path directory, String logName, String... arguments) throws IOException {
        Path log = directory.resolve(logName);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                classPath(),
                SampleApplication.class.getName(),
                "--server.port=0",
                "--job-queue.shutdown.timeout=100s", // machines that run tests may be slow
                "--spring.lifecycle.timeout-per-shutdown-phase=110s",
                "--pictures.directory=" + directory.resolve("pictures")));
        Collections.addAll(command, arguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            return new SampleProcess(process, "http://127.0.0.1:" + awaitPort(process, log), log);
        } catch (RuntimeException | AssertionError e) {
            process.destroyForcibly();
            throw new AssertionError("the application did not start:\n" + Files.readString(log), e);
        }
    }

    /** The port that it says it listens on, when it has started. */
    private static String awaitPort(Process process, Path log) {
        AtomicReference<String> port = new AtomicReference<>();
        await().atMost(SOON).until(() -> {
            assertThat(process.isAlive()).isTrue();
            Matcher matcher = STARTED.matcher(Files.readString(log));
            boolean found = matcher.find();
            port.set(found ? matcher.group(1) : null);
            return found;
        });
        return port.get();
    }

    void kill() {
        process.destroyForcibly();
    }

    String get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path)).build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /** Returns the status. */
    int post(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .method("POST", HttpRequest.BodyPublishers.noBody())
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    /** How many thumbnails there are below a directory. */
    static long thumbnails(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("pictures"))) {
            return files.filter(file -> file.getFileName().toString().equals("thumbnail.jpg"))
                    .count();
        }
    }

    /** The application's class path: that of the tests without the tests. */
    private static String classPath() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(all.split(File.pathSeparator))
                .filter(entry -> !entry.endsWith("test-classes") && !entry.endsWith("test-classes" + File.separator))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
