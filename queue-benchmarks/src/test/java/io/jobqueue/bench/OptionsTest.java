package io.jobqueue.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {

    @Test
    void parse_everything_understood() {
        Options options = Options.parse(List.of(
                "pool", "--quick", "--subjects", "a,b", "--groups", "1 worker", "--java", "jdk", "--jvm", "-Xint"));

        assertThat(options)
                .isEqualTo(new Options(
                        "pool", true, List.of("a", "b"), List.of("1 worker"), Path.of("jdk"), List.of("-Xint")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "pool latency", "pool --fast", "pool --java"})
    void parse_wrong_refused(String line) {
        List<String> arguments = line.isEmpty() ? List.of() : List.of(line.split(" "));

        assertThatThrownBy(() -> Options.parse(arguments)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void newest_thisMachine_atLeastTheRunningVersion() {
        assertThat(JavaHomes.version(JavaHomes.newest()))
                .isGreaterThanOrEqualTo(Runtime.version().feature());
    }
}
