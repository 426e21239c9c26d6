package io.jobqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrainReportTest {

    private static DrainReport report(long interrupted, long abandoned, long left, long discarded) {
        return new DrainReport(5, 4, interrupted, abandoned, left, discarded, 0, List.of(), Duration.ofSeconds(1));
    }

    @Test
    void isClean_everythingEndedOrKept_isTrue() {
        assertThat(report(0, 0, 0, 0).isClean()).isTrue();
        assertThat(report(0, 0, 7, 0).isClean()).isTrue();
    }

    @Test
    void isClean_anythingCutShort_isFalse() {
        assertThat(report(1, 0, 0, 0).isClean()).isFalse();
        assertThat(report(0, 1, 0, 0).isClean()).isFalse();
        assertThat(report(0, 0, 0, 1).isClean()).isFalse();
    }

    @Test
    void lost_listChangesLater_isACopy() {
        List<String> lost = new ArrayList<>(List.of("id"));
        DrainReport report = new DrainReport(0, 0, 0, 0, 0, 1, 0, lost, Duration.ZERO);
        lost.clear();
        assertThat(report.lost()).containsExactly("id");
    }
}
