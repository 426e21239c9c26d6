package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
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
        AtomicReference<String> port = new AtomicReference<>();
        await().atMost(SOON).until(() -> {
            assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
            Matcher matcher = STARTED.matcher(Files.readString(log));
            boolean found = matcher.find();
            port.set(found ? matcher.group(1) : null);
            return found;
        });
        return new SampleProcess(process, "http://127.0.0.1:" + port.get(), log);
    }

    void kill() {
        process.destroyForcibly();
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
