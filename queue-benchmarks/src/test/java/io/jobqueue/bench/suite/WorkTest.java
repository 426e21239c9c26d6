package io.jobqueue.bench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkTest {

    @Test
    void parse_allForms_understood() {
        assertThat(Work.parse("Sleep10ms")).isEqualTo(new Work(10, 0));
        assertThat(Work.parse("Loop10")).isEqualTo(new Work(0, 10));
        assertThat(Work.parse("Loop10K")).isEqualTo(new Work(0, 10_000));
        assertThat(Work.parse("Sleep5msLoop5")).isEqualTo(new Work(5, 5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Sleep", "Loop", "Nap10ms"})
    void parse_anythingElse_refused(String name) {
        assertThatThrownBy(() -> Work.parse(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void pool_fullMatrix_has55Groups() {
        assertThat(new Pool().groups(false, 25)).hasSize(55);
    }
}
