package io.jobqueue.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What travels between the runner's JVMs arrives as it was sent. */
class TextTest {

    @Test
    void sample_writtenAndParsed_isTheSame() {
        Sample sample = Sample.of(1_000, 5_000_000, 24_000);

        Sample parsed = Sample.parse(sample.toLine());

        assertThat(parsed.get(Figure.NANOS_PER_JOB)).isEqualTo(5_000);
        assertThat(parsed.get(Figure.JOBS_PER_SECOND)).isEqualTo(200_000);
        assertThat(parsed.get(Figure.BYTES_PER_JOB)).isEqualTo(24);
        assertThat(parsed.get(Figure.lower("missing"))).isNaN();
    }

    @Test
    void params_writtenAndParsed_isTheSame() {
        Params params = Params.none().with("workers", 4).with("work", "a=b");

        Params parsed = Params.parse(params.toArguments());

        assertThat(parsed.number("workers")).isEqualTo(4);
        assertThat(parsed.text("work")).isEqualTo("a=b");
    }

    @Test
    void params_missing_namesItAndTheOthers() {
        assertThatThrownBy(() -> Params.none().with("workers", 4).text("jobs"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("jobs", "workers=4");
    }

    @Test
    void params_malformed_refused() {
        assertThatThrownBy(() -> Params.parse(List.of("workers")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name=value");
    }
}
