package io.jobqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnqueueOptionsTest {

    private static final EnqueueOptions DEFAULTS = EnqueueOptions.defaults();

    @Test
    @DisplayName("options-defaults: enqueue")
    void defaults_untouched_changeNothing() {
        assertThat(DEFAULTS.id()).isNull();
        assertThat(DEFAULTS.delay()).isZero();
        assertThat(DEFAULTS.timeout()).isNull();
        assertThat(DEFAULTS.attemptTimeout()).isNull();
        assertThat(DEFAULTS.maxRetries()).isNull();
        assertThat(DEFAULTS.headers()).isEmpty();
    }

    @Test
    void with_eachOption_keepsTheOthersAndTheOriginal() {
        EnqueueOptions options = DEFAULTS.withHeader("a", "1")
                .withMaxRetries(3)
                .withAttemptTimeout(Duration.ofSeconds(2))
                .withTimeout(Duration.ofSeconds(4))
                .withDelay(Duration.ofSeconds(5))
                .withId("id")
                .withHeader("b", "2");
        assertThat(options.id()).isEqualTo("id");
        assertThat(options.delay()).isEqualTo(Duration.ofSeconds(5));
        assertThat(options.timeout()).isEqualTo(Duration.ofSeconds(4));
        assertThat(options.attemptTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(options.maxRetries()).isEqualTo(3);
        assertThat(options.headers()).containsExactly(Map.entry("a", "1"), Map.entry("b", "2"));
        assertThat(DEFAULTS.headers()).isEmpty();
        assertThat(DEFAULTS.id()).isNull();
    }

    @Test
    void headers_changedByAReader_isRefused() {
        Map<String, String> headers = DEFAULTS.withHeader("a", "1").headers();
        assertThatThrownBy(() -> headers.put("b", "2")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void withHeader_sameNameTwice_keepsTheLast() {
        assertThat(DEFAULTS.withHeader("a", "1").withHeader("a", "2").headers()).containsExactly(Map.entry("a", "2"));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "a\nb", "{a}", "a}"})
    void withId_unsuitable_isRefusedWithTheId(String id) {
        assertThatThrownBy(() -> DEFAULTS.withId(id))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("id:")
                .hasMessageContaining("'" + id + "'");
    }

    @Test
    void withId_longest_is200Characters() {
        assertThat(DEFAULTS.withId("a".repeat(200)).id()).hasSize(200);
        assertThatThrownBy(() -> DEFAULTS.withId("a".repeat(201))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void with_negativeValues_isRefusedByNameAndValue() {
        Duration negative = Duration.ofSeconds(-1);
        assertRefused("delay", "PT-1S", () -> DEFAULTS.withDelay(negative));
        assertRefused("timeout", "PT-1S", () -> DEFAULTS.withTimeout(negative));
        assertRefused("attempt-timeout", "PT-1S", () -> DEFAULTS.withAttemptTimeout(negative));
        assertRefused("max-retries", "-1", () -> DEFAULTS.withMaxRetries(-1));
    }

    private static void assertRefused(String name, String value, Runnable setting) {
        assertThatThrownBy(setting::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(name + ":")
                .hasMessageContaining(value);
    }

    @Test
    void with_zero_isAccepted() {
        assertThat(DEFAULTS.withTimeout(Duration.ZERO).timeout()).isZero();
        assertThat(DEFAULTS.withAttemptTimeout(Duration.ZERO).attemptTimeout()).isZero();
        assertThat(DEFAULTS.withMaxRetries(0).maxRetries()).isZero();
    }
}
