package io.jobqueue.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class ForkedLaneTest {

    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

    @Test
    void run_twice_oneJvmAnswersBoth() throws Exception {
        try (Lane lane = open("fine", Duration.ofMinutes(1))) {
            assertThat(lane.run().get(Figure.NANOS_PER_JOB)).isEqualTo(1);
            assertThat(lane.run().get(Figure.NANOS_PER_JOB)).isEqualTo(2);
        }
    }

    @Test
    void run_wrongResult_passedOn() {
        try (Lane lane = open("wrong", Duration.ofMinutes(1))) {
            assertThatThrownBy(lane::run)
                    .isInstanceOf(WrongResultException.class)
                    .hasMessage("job 3 ran 2 times");
        }
    }

    @Test
    void run_overCap_timesOut() {
        try (Lane lane = open("endless", Duration.ofMillis(500))) {
            assertThatThrownBy(lane::run).isInstanceOf(TimeoutException.class);
        }
    }

    private static Lane open(String subject, Duration cap) {
        Suite suite = new ScriptedSuite();
        Group group = new Group("group", Params.none(), List.of(subject), List.of(Figure.NANOS_PER_JOB), true);
        return ForkedLane.opener(suite, Plan.of(0, 1, cap), JAVA_HOME).open(group, subject);
    }

    /** Does what the subject's name says. */
    public static final class ScriptedSuite implements Suite {

        private int runs;

        @Override
        public String name() {
            return "scripted";
        }

        @Override
        public String about() {
            return "for tests";
        }

        @Override
        public Plan plan(boolean quick, int javaVersion) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<Group> groups(boolean quick, int javaVersion) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Sample run(String subject, Params params) throws Exception {
            if (subject.equals("wrong")) {
                throw new WrongResultException("job 3 ran 2 times");
            }
            if (subject.equals("endless")) {
                Thread.currentThread().join();
            }
            return Sample.empty().with(Figure.NANOS_PER_JOB, ++runs);
        }
    }
}
