package io.jobqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"q", "thumbnails", "a.b-c_d", "0", "Z9"})
    void requireQueueName_lettersDigitsDotsDashesUnderscores_isAccepted(String name) {
        assertThat(Names.requireQueueName(name)).isEqualTo(name);
    }

    @Test
    void requireQueueName_longest_is100Characters() {
        assertThat(Names.requireQueueName("a".repeat(100))).hasSize(100);
        assertThatThrownBy(() -> JobQueue.builder("a".repeat(101))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "-a", ".a", "_a", "a b", "größe", "a/b", "a{b}", "a:b", "a\n", "a\u0000"})
    void requireQueueName_anythingElse_isRefusedWithTheName(String name) {
        assertThatThrownBy(() -> Names.requireQueueName(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + name + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"job", "a job with spaces", "größe", "a/b:c{d}", "com.example.Job$Inner"})
    void requireJobName_anyText_isAccepted(String name) {
        assertThat(Names.requireJobName(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "   ", "a\nb", "a\u0000"})
    void requireJobName_blankOrControlCharacters_isRefusedWithTheName(String name) {
        assertThatThrownBy(() -> Names.requireJobName(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + name + "'");
    }

    @Test
    void requireJobName_longest_is200Characters() {
        assertThat(Names.requireJobName("a".repeat(200))).hasSize(200);
        assertThatThrownBy(() -> Names.requireJobName("a".repeat(201))).isInstanceOf(IllegalArgumentException.class);
    }
}
