package io.jobqueue.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** Finds installed JDKs. */
final class JavaHomes {

    private static final List<Path> USUAL_PLACES =
            List.of(Path.of("/usr/lib/jvm"), Path.of("/Library/Java/JavaVirtualMachines"));

    private JavaHomes() {}

    /** The newest one among {@code JAVA_HOME}, the usual places and the running one. */
    static Path newest() {
        List<Path> candidates = new ArrayList<>();
        candidates.add(Path.of(System.getProperty("java.home")));
        String named = System.getenv("JAVA_HOME");
        if (named != null) {
            candidates.add(Path.of(named));
        }
        USUAL_PLACES.forEach(place -> candidates.addAll(children(place)));
        return candidates.stream()
                .filter(home -> Files.isExecutable(home.resolve("bin/java")) && version(home) >= 17)
                .max(Comparator.comparingInt(JavaHomes::version))
                .orElseThrow(() -> new IllegalStateException("no Java 17 or newer found; name one with --java HOME"));
    }

    /** The feature version, for example 25; 0 if the directory does not tell. */
    static int version(Path home) {
        Path release = home.resolve("release");
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(release)) {
            properties.load(reader);
        } catch (IOException noJdk) {
            return 0;
        }
        String version = properties.getProperty("JAVA_VERSION", "0").replace("\"", "");
        return Runtime.Version.parse(version).feature();
    }

    private static List<Path> children(Path place) {
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(place)) {
            return children.flatMap(child -> Stream.of(child, child.resolve("Contents/Home")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
