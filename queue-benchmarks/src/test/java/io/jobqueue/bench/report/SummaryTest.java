package io.jobqueue.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Group;
import io.jobqueue.bench.run.GroupResult;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTest {

    private static final List<Figure> FIGURES = List.of(Figure.NANOS_PER_JOB, Figure.BYTES_PER_JOB);

    @Test
    void line_aheadInOneOfTwoGroups_countsAndWorst() {
        GroupResult ahead = result(true, 50, 100, 200);
        GroupResult behind = result(true, 80, 60, 200);

        assertThat(Summary.line("end-to-end", List.of(ahead, behind)))
                .isEqualTo("suite=end-to-end groups=2 leads=1 worst=0.75 bytes=16.00");
    }

    @Test
    void line_groupThatDoesNotCount_leftOut() {
        GroupResult counted = result(true, 50, 100, 200);
        GroupResult notCounted = result(false, 500, 100, 200);

        assertThat(Summary.line("pool", List.of(counted, notCounted)))
                .isEqualTo("suite=pool groups=1 leads=1 worst=2.00 bytes=16.00");
    }

    @Test
    void line_ourSubjectFailed_worstIsZero() {
        GroupResult result = result(true, 50, 100, 200);
        result.cell("jobqueue").fail("lost a job");

        assertThat(Summary.line("pool", List.of(result))).isEqualTo("suite=pool groups=1 leads=0 worst=0.00 bytes=n/a");
    }

    @Test
    void line_fastestPeerDroppedOut_comparedWithTheNext() {
        GroupResult result = result(true, 50, 25, 200);
        result.cell("peer-a").dropOut("over 60 s");

        assertThat(Summary.line("pool", List.of(result)))
                .isEqualTo("suite=pool groups=1 leads=1 worst=4.00 bytes=16.00");
    }

    @Test
    void line_nothingToCompare_saysSo() {
        assertThat(Summary.line("pool", List.of())).isEqualTo("suite=pool groups=0 leads=0 worst=n/a bytes=n/a");
    }

    static GroupResult result(boolean scored, double ours, double peerA, double peerB) {
        List<String> subjects = List.of("jobqueue", "peer-a", "peer-b");
        GroupResult result = new GroupResult(new Group("group <1>", Params.none(), subjects, FIGURES, scored));
        result.cell("jobqueue").addWarm(sample(ours, 16));
        result.cell("peer-a").addWarm(sample(peerA, 24));
        result.cell("peer-b").addWarm(sample(peerB, 24));
        return result;
    }

    private static Sample sample(double nanos, double bytes) {
        return Sample.empty().with(Figure.NANOS_PER_JOB, nanos).with(Figure.BYTES_PER_JOB, bytes);
    }
}
