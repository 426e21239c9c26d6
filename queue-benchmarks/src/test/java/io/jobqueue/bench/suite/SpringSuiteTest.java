package io.jobqueue.bench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Sample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpringSuiteTest {

    @ParameterizedTest
    @ValueSource(strings = {"jobqueue", "async-method", "timed-pool"})
    void run_fewJobs_eachApplicationHandlesThem(String subject) throws Exception {
        Params params = Params.none().with("workers", 2).with("jobs", 2_000);

        Sample sample = new SpringSuite().run(subject, params);

        assertThat(sample.get(Figure.NANOS_PER_JOB)).isPositive();
    }
}
