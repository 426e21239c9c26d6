package io.jobqueue.redis;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class RedisBackendBuilderTest {

    private final LettuceConnectionFactory connections = new LettuceConnectionFactory();

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "a b", "{a}", "a}b", "a{", "a\nb"})
    void names_thatCannotBePartOfAKey_areRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisBackend.builder(connections, name))
                .withMessageContaining("queue: '" + name + "'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().namespace(name))
                .withMessageContaining("namespace: '" + name + "'")
                .withMessageContaining("braces");
        assertThatIllegalArgumentException().isThrownBy(() -> builder().host(name));
    }

    @Test
    void values_outOfRange_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().lease(Duration.ofMillis(99)))
                .withMessageContaining("lease: PT0.099S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().capacity(-1))
                .withMessageContaining("capacity: -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().deadAge(Duration.ZERO))
                .withMessageContaining("dead-age: PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().deadLimit(-1))
                .withMessageContaining("dead-limit: -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().commandTimeout(Duration.ofHours(1)))
                .withMessageContaining("command-timeout: PT1H");
    }

    private RedisBackendBuilder builder() {
        return RedisBackend.builder(connections, "queue");
    }
}
