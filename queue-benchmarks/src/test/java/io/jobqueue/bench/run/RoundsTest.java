package io.jobqueue.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class RoundsTest {

    private static final Figure NANOS = Figure.NANOS_PER_JOB;

    private final List<String> runs = new ArrayList<>();
    private final List<String> closed = new ArrayList<>();

    @Test
    void run_threeSubjects_takeTurnsAndRotate() {
        rounds(1, 2).run(group("a", "b", "c"));

        assertThat(runs).containsExactly("a", "b", "c", "b", "c", "a", "c", "a", "b");
        assertThat(closed).containsExactly("a", "b", "c");
    }

    @Test
    void run_coldRounds_areKeptApart() {
        Cell cell = rounds(2, 3).run(group("a")).cell("a");

        assertThat(cell.cold()).hasSize(2);
        assertThat(cell.warm()).hasSize(3);
    }

    @Test
    void run_subjectOverCap_dropsOutWithoutFault() {
        GroupResult result = rounds(1, 2).run(group("a", "slow"));

        assertThat(runs).containsExactly("a", "slow", "a", "a");
        assertThat(result.cell("slow").dropout()).isEqualTo("over 7 s");
        assertThat(result.cell("slow").isWrong()).isFalse();
        assertThat(result.cell("slow").stats(NANOS).median()).isNaN();
    }

    @Test
    void run_subjectWithWrongResult_isMarked() {
        GroupResult result = rounds(1, 2).run(group("wrong"));

        assertThat(result.cell("wrong").isWrong()).isTrue();
        assertThat(result.cell("wrong").dropout()).isEqualTo("lost a job");
        assertThat(closed).containsExactly("wrong");
    }

    private Rounds rounds(int cold, int warm) {
        Plan plan = Plan.of(cold, warm, Duration.ofSeconds(7));
        return new Rounds(plan, (group, subject) -> new ScriptedLane(subject));
    }

    private static Group group(String... subjects) {
        return new Group("group", Params.none(), List.of(subjects), List.of(NANOS), true);
    }

    /** Records its runs; its name says what goes wrong. */
    private final class ScriptedLane implements Lane {

        private final String subject;

        ScriptedLane(String subject) {
            this.subject = subject;
        }

        @Override
        public Sample run() throws TimeoutException {
            runs.add(subject);
            if (subject.equals("slow")) {
                throw new TimeoutException();
            }
            if (subject.equals("wrong")) {
                throw new WrongResultException("lost a job");
            }
            return Sample.empty().with(NANOS, runs.size());
        }

        @Override
        public void close() {
            closed.add(subject);
        }
    }
}
