package io.jobqueue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobOutcomeTest {

    @Test
    void tag_eachOutcome_isTheDocumentedWord() {
        assertThat(JobOutcome.values())
                .extracting(JobOutcome::tag)
                .containsExactly("success", "failure", "timeout", "cancelled");
    }
}
