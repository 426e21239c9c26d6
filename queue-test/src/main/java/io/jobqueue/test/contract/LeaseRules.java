package io.jobqueue.test.contract;

import static io.jobqueue.spi.SettleResult.GONE;
import static io.jobqueue.spi.SettleResult.OK;
import static io.jobqueue.spi.SettleResult.STALE;
import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.Settlement;
import io.jobqueue.spi.Settlement.Action;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How leases are kept and lost, and that who lost one can do no harm. */
interface LeaseRules extends ContractScope {

    @Test
    default void lease_ranOut_makesTheJobReadyAgain() {
        ClaimedJob lost = probe().running("a");
        probe().expireLeases();
        ClaimedJob recovered = probe().awaitOne();
        assertThat(recovered.record()).usingRecursiveComparison().isEqualTo(lost.record());
        assertThat(recovered.recoveries()).isEqualTo(1);
        assertThat(recovered.attempt()).isEqualTo(1);
        assertThat(recovered.token()).isNotEqualTo(lost.token());
        assertThat(recovered.age()).isGreaterThanOrEqualTo(probe().lease());
        assertThat(recovered.waited()).isBetween(Duration.ZERO, recovered.age());
        probe().assertHolds(recovered.claim());
    }

    @Test
    default void lease_notYetRunOut_keepsTheJob() {
        ClaimedJob running = probe().running("a");
        probe().advance(probe().lease().dividedBy(2));
        assertThat(probe().claimIds(10)).isEmpty();
        assertThat(probe().settle(Settlement.complete(running.claim()))).isEqualTo(OK);
    }

    @Test
    default void lease_ranOutAgain_countsEachRecovery() {
        probe().running("a");
        for (int recoveries = 1; recoveries <= 4; recoveries++) {
            probe().expireLeases();
            ClaimedJob recovered = probe().awaitOne();
            assertThat(recovered.recoveries()).isEqualTo(recoveries);
            assertThat(recovered.attempt()).isEqualTo(1);
        }
    }

    @Test
    default void lease_ranOutInASecondAttempt_keepsTheAttemptAndForgetsTheTimeLeft() {
        ClaimedJob first = probe().running("a");
        probe().settle(Settlement.retry(first.claim(), Duration.ZERO, null, null, Duration.ofMinutes(10)));
        probe().awaitOne();
        probe().expireLeases();
        ClaimedJob recovered = probe().awaitOne();
        assertThat(recovered.attempt()).isEqualTo(2);
        assertThat(recovered.recoveries()).isEqualTo(1);
        assertThat(recovered.timeLeft()).isNull();
    }

    @Test
    default void lease_ranOutThenRetried_keepsCountingBoth() {
        probe().running("a");
        probe().expireLeases();
        ClaimedJob recovered = probe().awaitOne();
        probe().settle(Settlement.retry(recovered.claim(), Duration.ZERO, null, null, Duration.ofMinutes(10)));
        ClaimedJob again = probe().awaitOne();
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(again.recoveries()).isEqualTo(1);
        assertThat(again.timeLeft()).isNotNull();
    }

    @Test
    default void lease_ofManyJobsRanOut_bringsBackAll() {
        String[] ids = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
        probe().put(ids);
        assertThat(probe().claim(10)).hasSize(10);
        probe().expireLeases();
        assertThat(probe().claimIds(20)).containsExactlyInAnyOrder(ids);
    }

    @Test
    default void extend_inTime_keepsTheLease() {
        ClaimedJob running = probe().running("a");
        for (int i = 0; i < 5; i++) {
            probe().advance(probe().lease().dividedBy(2));
            assertThat(probe().extend(running.claim())).containsExactly(OK);
            assertThat(probe().claimIds(10)).isEmpty();
        }
        assertThat(probe().settle(Settlement.complete(running.claim()))).isEqualTo(OK);
    }

    @Test
    default void extend_oneOfTwo_keepsThatOne() {
        probe().put("kept", "lost");
        List<ClaimedJob> jobs = probe().claim(2);
        probe().advance(probe().lease().dividedBy(2));
        assertThat(probe().extend(jobs.get(0).claim())).containsExactly(OK);
        probe().advance(probe().lease().multipliedBy(3).dividedBy(4));
        assertThat(probe().awaitOne().record().id()).isEqualTo("lost");
        assertThat(probe().settle(Settlement.complete(jobs.get(0).claim()))).isEqualTo(OK);
    }

    @Test
    default void extend_mixedBatch_answersInOrder() {
        Claim lost = probe().running("lost").claim();
        probe().expireLeases();
        Claim found = probe().awaitOne().claim();
        Claim held = probe().running("held").claim();
        assertThat(probe().extend(new Claim("unknown", "1"), held, lost, found, held))
                .containsExactly(GONE, OK, STALE, OK, OK);
    }

    @Test
    default void extend_emptyBatch_answersNothing() {
        assertThat(probe().backend().extend(List.of())).isEmpty();
    }

    @Test
    default void extend_waitingJob_isStale() {
        probe().put("a");
        assertThat(probe().extend(new Claim("a", "1"))).containsExactly(STALE);
        assertThat(probe().claimIds(10)).containsExactly("a");
    }

    @Test
    default void extend_leaseRanOutAndNobodyClaimed_isStale() {
        Claim lost = probe().running("a").claim();
        probe().expireLeases();
        assertThat(probe().extend(lost)).containsExactly(STALE);
        assertThat(probe().awaitOne().recoveries()).isEqualTo(1);
    }

    @Test
    default void extend_leaseRanOutAndSomebodyClaimed_isStale() {
        Claim lost = probe().running("a").claim();
        probe().expireLeases();
        ClaimedJob recovered = probe().awaitOne();
        assertThat(probe().extend(lost)).containsExactly(STALE);
        probe().assertHolds(recovered.claim());
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    default void settle_leaseRanOutAndNobodyClaimed_isStale(Action action) {
        Claim lost = probe().running("a").claim();
        probe().expireLeases();
        assertThat(probe().settle(RepeatRules.settlement(action, lost))).isEqualTo(STALE);
        ClaimedJob recovered = probe().awaitOne();
        assertThat(recovered.attempt()).isEqualTo(1);
        assertThat(recovered.recoveries()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    default void settle_leaseRanOutAndTheJobWaitsAgain_isStale(Action action) {
        Claim lost = probe().running("a").claim();
        probe().expireLeases();
        probe().settle(Settlement.release(probe().awaitOne().claim(), Duration.ZERO, null));
        assertThat(probe().settle(RepeatRules.settlement(action, lost))).isEqualTo(STALE);
        ClaimedJob recovered = probe().awaitOne();
        assertThat(recovered.attempt()).isEqualTo(1);
        assertThat(recovered.timeLeft()).isNull();
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    default void settle_leaseRanOutAndSomebodyClaimed_leavesThatClaimAlone(Action action) {
        Claim lost = probe().running("a").claim();
        probe().expireLeases();
        ClaimedJob recovered = probe().awaitOne();
        assertThat(probe().settle(RepeatRules.settlement(action, lost))).isEqualTo(STALE);
        assertThat(probe().claimIds(10)).isEmpty();
        probe().assertHolds(recovered.claim());
        assertThat(probe().settle(Settlement.complete(recovered.claim()))).isEqualTo(OK);
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    default void settle_leaseRanOutAndSomebodyCompleted_isGone(Action action) {
        Claim lost = probe().running("a").claim();
        probe().expireLeases();
        probe().settle(Settlement.complete(probe().awaitOne().claim()));
        assertThat(probe().settle(RepeatRules.settlement(action, lost))).isEqualTo(GONE);
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @Test
    default void settle_bothHoldersInOneBatch_onlyTheValidCounts() {
        Claim lost = probe().running("a").claim();
        probe().expireLeases();
        Claim valid = probe().awaitOne().claim();
        assertThat(probe().settleAll(
                                Settlement.bury(lost, "zombie", null),
                                Settlement.retry(valid, Duration.ZERO, null, null, null),
                                Settlement.complete(lost)))
                .containsExactly(STALE, OK, STALE);
        assertThat(probe().awaitOne().attempt()).isEqualTo(2);
    }

    @Test
    default void inspection_leaseRanOut_countsTheRecovery() {
        probe().running("a");
        probe().expireLeases();
        probe().settle(Settlement.release(probe().awaitOne().claim(), Duration.ofHours(1), null));
        probe().eventually(() -> {
            assertThat(probe().details("a").recoveries()).isEqualTo(1);
            assertThat(probe().details("a").attempts()).isZero();
            assertThat(probe().details("a").state()).isEqualTo(JobState.DELAYED);
        });
    }
}
