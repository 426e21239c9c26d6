package io.jobqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.retry.RetryPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JobDefinitionTest {

    private static final JobDefinition DEFINITION = JobDefinition.of("job", String.class, (payload, context) -> {});

    @Test
    void of_untouched_leavesEverythingToTheQueue() {
        assertThat(DEFINITION.name()).isEqualTo("job");
        assertThat(DEFINITION.payloadType()).isEqualTo(String.class);
        assertThat(DEFINITION.timeout()).isNull();
        assertThat(DEFINITION.attemptTimeout()).isNull();
        assertThat(DEFINITION.retry()).isNull();
    }

    @Test
    void with_eachOption_keepsTheOthersAndTheOriginal() {
        RetryPolicy retry = RetryPolicy.of(2);
        JobDefinition changed = DEFINITION
                .withRetry(retry)
                .withTimeout(Duration.ofSeconds(2))
                .withAttemptTimeout(Duration.ofSeconds(1));
        assertThat(changed.name()).isEqualTo("job");
        assertThat(changed.processor()).isSameAs(DEFINITION.processor());
        assertThat(changed.retry()).isSameAs(retry);
        assertThat(changed.timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(changed.attemptTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(DEFINITION.timeout()).isNull();
    }

    @Test
    void with_negativeTimeouts_isRefusedByNameAndValue() {
        assertThatThrownBy(() -> DEFINITION.withTimeout(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("timeout: PT-1S");
        assertThatThrownBy(() -> DEFINITION.withAttemptTimeout(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("attempt-timeout: PT-1S");
    }

    @Test
    void of_unsuitableName_isRefused() {
        assertThatThrownBy(() -> JobDefinition.of(" ", String.class, (payload, context) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("' '");
    }

    @Test
    void toString_showsNameAndType() {
        assertThat(DEFINITION).hasToString("JobDefinition[job, java.lang.String]");
    }
}
