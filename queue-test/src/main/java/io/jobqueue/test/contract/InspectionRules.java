package io.jobqueue.test.contract;

import static io.jobqueue.test.contract.BackendProbe.delayed;
import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.spi.JobDetails;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What can be seen of the jobs of a backend that offers inspection. */
interface InspectionRules extends ContractScope {

    /** One job in a state, called by the state's name, and no other job due. */
    private void oneIn(JobState state, String id) {
        switch (state) {
            case DELAYED -> probe().put(delayed(id, Duration.ofHours(1)));
            case RUNNING -> probe().running(id);
            case DEAD -> probe().dead(id);
            case WAITING -> probe().put(id);
        }
    }

    @Test
    default void counts_emptyBackend_areZero() {
        probe().assertCounts(0, 0, 0, 0);
        assertThat(probe().inspection().counts().oldestAge()).isZero();
    }

    @Test
    default void counts_jobsInEachState_areCountedByState() {
        probe().dead("dead");
        probe().put("running-1", "running-2");
        probe().claim(2);
        probe().put("waiting-1", "waiting-2", "waiting-3");
        probe().put(delayed("delayed-1", Duration.ofHours(1)), delayed("delayed-2", Duration.ofHours(2)));
        probe().put(delayed("delayed-3", Duration.ofHours(1)), delayed("delayed-4", Duration.ofHours(2)));
        probe().assertCounts(3, 4, 2, 1);
    }

    @Test
    default void counts_jobThroughItsLife_followIt() {
        probe().put("a");
        probe().assertCounts(1, 0, 0, 0);
        var first = probe().claimOne();
        probe().assertCounts(0, 0, 1, 0);
        probe().settle(Settlement.retry(first.claim(), probe().lease().dividedBy(2), null, null, null));
        probe().assertCounts(0, 1, 0, 0);
        probe().advance(probe().lease());
        var second = probe().awaitOne();
        probe().assertCounts(0, 0, 1, 0);
        probe().settle(Settlement.bury(second.claim(), "reason", null));
        probe().assertCounts(0, 0, 0, 1);
        probe().inspection().requeue("a");
        probe().assertCounts(1, 0, 0, 0);
        probe().settle(Settlement.complete(probe().awaitOne().claim()));
        probe().assertCounts(0, 0, 0, 0);
    }

    @Test
    default void counts_jobsWaiting_sayHowLongTheHeadIsDue() {
        probe().put("old");
        probe().advance(probe().lease());
        probe().put("young");
        probe().eventually(() -> assertThat(probe().inspection().counts().oldestAge())
                .isBetween(probe().lease(), probe().lease().plus(probe().patience())));
    }

    @Test
    default void counts_nothingWaits_haveNoOldestAge() {
        probe().put(delayed("delayed", Duration.ofHours(1)));
        probe().running("running");
        probe().advance(probe().lease().dividedBy(2));
        probe().eventually(() ->
                assertThat(probe().inspection().counts().oldestAge()).isZero());
    }

    @ParameterizedTest
    @EnumSource(JobState.class)
    default void find_jobInEachState_describesIt(JobState state) {
        oneIn(state, "a");
        probe().advance(probe().lease().dividedBy(2));
        probe().eventually(() -> {
            JobDetails details = probe().details("a");
            assertThat(details.state()).isEqualTo(state);
            assertThat(details.record()).usingRecursiveComparison().isEqualTo(BackendProbe.record("a"));
            assertThat(details.recoveries()).isZero();
            assertThat(details.age())
                    .isBetween(
                            probe().lease().dividedBy(2),
                            probe().lease().dividedBy(2).plus(probe().patience()));
        });
    }

    @Test
    default void find_unknownId_isEmpty() {
        probe().put("a");
        assertThat(probe().inspection().find("b")).isEmpty();
    }

    @Test
    default void find_completedJob_isEmpty() {
        probe().settle(Settlement.complete(probe().running("a").claim()));
        probe().eventually(() -> assertThat(probe().inspection().find("a")).isEmpty());
    }

    @Test
    default void find_deadJobWithError_countsTheLastAttempt() {
        var first = probe().running("a");
        probe().settle(Settlement.retry(first.claim(), Duration.ZERO, "first reason", "first error", null));
        probe().settle(Settlement.bury(probe().awaitOne().claim(), "last reason", "last error"));
        probe().eventually(() -> {
            JobDetails details = probe().details("a");
            assertThat(details.attempts()).isEqualTo(2);
            assertThat(details.reason()).isEqualTo("last reason");
            assertThat(details.error()).isEqualTo("last error");
        });
    }

    @Test
    default void find_deadJobWithoutError_countsNoAttemptAndKeepsTheLastError() {
        var first = probe().running("a");
        probe().settle(Settlement.retry(first.claim(), Duration.ZERO, "first reason", "first error", null));
        probe().settle(Settlement.bury(probe().awaitOne().claim(), "crashed too often", null));
        probe().eventually(() -> {
            JobDetails details = probe().details("a");
            assertThat(details.attempts()).isEqualTo(1);
            assertThat(details.reason()).isEqualTo("crashed too often");
            assertThat(details.error()).isEqualTo("first error");
        });
    }

    @ParameterizedTest
    @EnumSource(JobState.class)
    default void list_stateOfTheJob_showsIt(JobState state) {
        oneIn(state, "a");
        for (JobState other : JobState.values()) {
            probe().eventually(() -> assertThat(ids(other, 10, null))
                    .as("jobs that are %s", other)
                    .isEqualTo(other == state ? List.of("a") : List.of()));
        }
    }

    @Test
    default void list_severalWaiting_areOldestFirst() {
        probe().put("z");
        probe().put("y", "x");
        probe().put("a");
        probe().eventually(() -> assertThat(ids(JobState.WAITING, 10, null)).containsExactly("z", "y", "x", "a"));
    }

    @ParameterizedTest
    @EnumSource(JobState.class)
    default void list_inPages_showsEachJobOnce(JobState state) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            all.add("job-" + i);
            oneIn(state, "job-" + i);
        }
        probe().eventually(() -> {
            List<String> seen = new ArrayList<>();
            String last = null;
            for (List<String> page = ids(state, 3, last); !page.isEmpty(); page = ids(state, 3, last)) {
                assertThat(page).hasSizeLessThanOrEqualTo(3);
                assertThat(seen).doesNotContainAnyElementsOf(page);
                seen.addAll(page);
                last = page.get(page.size() - 1);
            }
            assertThat(seen).containsExactlyInAnyOrderElementsOf(all);
        });
    }

    @Test
    default void list_pageAfterTheLast_isEmpty() {
        probe().put("a", "b");
        probe().eventually(() -> assertThat(ids(JobState.WAITING, 10, null)).hasSize(2));
        assertThat(ids(JobState.WAITING, 10, "b")).isEmpty();
    }

    @Test
    default void inspection_whileClaimWaits_isNotHeldUp() throws Exception {
        QueueInspection inspection = probe().inspection();
        var claim = probe().async(() -> probe().claim(1, Duration.ofHours(1)));
        assertThat(probe().inTime(probe().async(inspection::counts))).isNotNull();
        assertThat(probe().inTime(probe().async(() -> inspection.find("a")))).isEmpty();
        probe().backend().wakeup();
        probe().inTime(claim);
    }

    private List<String> ids(JobState state, int limit, @Nullable String after) {
        return probe().inspection().list(state, limit, after).stream()
                .map(details -> details.record().id())
                .toList();
    }
}
