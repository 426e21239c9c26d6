package io.jobqueue.sample;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * Programs that some tests run and not every machine has. Without the program the test is skipped and says so; with {@code
 * -Dtools.required=true} it fails, so that a build that is meant to run everything does.
 */
final class ExternalTool {

    private ExternalTool() {}

    /** The first program of these names on the path. */
    static Path require(String... names) {
        return Stream.of(names)
                .flatMap(name -> Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                        .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(() -> missing(String.join(" or ", names)));
    }

    private static Path missing(String names) {
        String message = names + " is not on the path";
        if (Boolean.getBoolean("tools.required")) {
            return Assertions.fail(message + ", but tools.required is set: install it");
        }
        System.out.println("SKIPPED: " + message);
        return Assumptions.abort(message);
    }
}
