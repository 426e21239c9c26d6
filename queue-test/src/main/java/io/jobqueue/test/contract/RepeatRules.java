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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The fence: a settlement that arrives twice, for a claim that is not ours, or never was, changes nothing. The queue
 * repeats a batch whole when it does not know whether the first one arrived.
 */
interface RepeatRules extends ContractScope {

    /** A settlement that would be visible if it were carried out. */
    static Settlement settlement(Action action, Claim claim) {
        return switch (action) {
            case COMPLETE -> Settlement.complete(claim);
            case CANCEL -> Settlement.cancel(claim);
            case RETRY -> Settlement.retry(claim, Duration.ZERO, "zombie", "zombie", Duration.ofSeconds(1));
            case BURY -> Settlement.bury(claim, "zombie", "zombie");
            case RELEASE -> Settlement.release(claim, Duration.ZERO, "zombie");
        };
    }

    @Test
    default void settle_completeTwice_isGoneTheSecondTime() {
        Settlement complete = Settlement.complete(probe().running("a").claim());
        assertThat(probe().settle(complete)).isEqualTo(OK);
        assertThat(probe().settle(complete)).isEqualTo(GONE);
    }

    @Test
    default void settle_completeTwiceInOneBatch_isGoneTheSecondTime() {
        Settlement complete = Settlement.complete(probe().running("a").claim());
        assertThat(probe().settleAll(complete, complete)).containsExactly(OK, GONE);
    }

    @Test
    default void settle_retryTwice_countsOneAttempt() {
        Settlement retry = Settlement.retry(probe().running("a").claim(), Duration.ZERO, null, null, null);
        assertThat(probe().settle(retry)).isEqualTo(OK);
        assertThat(probe().settle(retry)).isEqualTo(STALE);
        assertThat(probe().awaitOne().attempt()).isEqualTo(2);
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @Test
    default void settle_retryAgainAfterTheNextClaim_leavesThatClaimAlone() {
        Settlement retry = Settlement.retry(probe().running("a").claim(), Duration.ZERO, null, null, null);
        probe().settle(retry);
        ClaimedJob second = probe().awaitOne();
        assertThat(probe().settle(retry)).isEqualTo(STALE);
        assertThat(probe().claimIds(10)).isEmpty();
        probe().assertHolds(second.claim());
    }

    @Test
    default void settle_buryTwice_isStaleAndKeepsTheFirstReason() {
        Claim claim = probe().running("a").claim();
        assertThat(probe().settle(Settlement.bury(claim, "first", null))).isEqualTo(OK);
        assertThat(probe().settle(Settlement.bury(claim, "second", null))).isEqualTo(STALE);
        assertThat(probe().details("a").reason()).isEqualTo("first");
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    default void settle_deadJob_isRefused(Action action) {
        Claim claim = probe().running("a").claim();
        probe().settle(Settlement.bury(claim, "reason", "error"));
        assertThat(probe().settle(settlement(action, claim))).isEqualTo(STALE);
        assertThat(probe().claimIds(10)).isEmpty();
        assertThat(probe().details("a").state()).isEqualTo(JobState.DEAD);
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    default void settle_unknownJob_isGone(Action action) {
        assertThat(probe().settle(settlement(action, new Claim("unknown", "1"))))
                .isEqualTo(GONE);
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    default void settle_waitingJob_isStale(Action action) {
        probe().put("a");
        assertThat(probe().settle(settlement(action, new Claim("a", "1")))).isEqualTo(STALE);
        assertThat(probe().claimOne().attempt()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    default void settle_tokenOfAnotherJob_leavesBothClaimsAlone(Action action) {
        ClaimedJob a = probe().running("a");
        ClaimedJob b = probe().running("b");
        assertThat(probe().settleAll(
                                settlement(action, new Claim("a", b.token())),
                                settlement(action, new Claim("b", a.token()))))
                .containsExactly(STALE, STALE);
        probe().assertHolds(a.claim());
        probe().assertHolds(b.claim());
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    default void settle_releasedClaimWhileTheJobWaits_isStale(Action action) {
        Claim old = probe().running("a").claim();
        probe().settle(Settlement.release(old, Duration.ZERO, null));
        assertThat(probe().settle(settlement(action, old))).isEqualTo(STALE);
        assertThat(probe().extend(old)).containsExactly(STALE);
        assertThat(probe().awaitOne().attempt()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    default void settle_claimOfAFormerJobWithTheSameId_leavesTheNewOneAlone(Action action) {
        Claim old = probe().running("a").claim();
        probe().settle(Settlement.complete(old));
        ClaimedJob current = probe().running("a");
        assertThat(probe().settle(settlement(action, old))).isNotEqualTo(OK);
        assertThat(probe().extend(old)).doesNotContain(OK);
        probe().assertHolds(current.claim());
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    default void settle_staleClaimOfAWaitingJob_changesNothingThatCanBeSeen(Action action) {
        Claim old = probe().running("a").claim();
        probe().settle(Settlement.retry(old, Duration.ZERO, "reason", "error", Duration.ofMinutes(10)));
        probe().advance(probe().lease());
        assertThat(probe().settle(settlement(action, old))).isEqualTo(STALE);
        assertThat(probe().details("a").reason()).isEqualTo("reason");
        assertThat(probe().details("a").error()).isEqualTo("error");
        assertThat(probe().details("a").attempts()).isEqualTo(1);
        ClaimedJob current = probe().awaitOne();
        assertThat(current.waited()).isGreaterThanOrEqualTo(probe().lease());
        assertThat(current.timeLeft()).isNotNull().isGreaterThan(Duration.ofMinutes(5));
    }

    @Test
    default void extend_completedJob_isGone() {
        Claim claim = probe().running("a").claim();
        probe().settle(Settlement.complete(claim));
        assertThat(probe().extend(claim)).containsExactly(GONE);
        probe().expireLeases();
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @Test
    default void extend_deadJob_isStale() {
        Claim claim = probe().running("a").claim();
        probe().settle(Settlement.bury(claim, "reason", null));
        assertThat(probe().extend(claim)).containsExactly(STALE);
        probe().expireLeases();
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @Test
    default void settle_oddTokens_areRefused() {
        ClaimedJob running = probe().running("a");
        for (String token : new String[] {"", " ", "0", "-1", "null", "*", running.token() + " ", "9".repeat(40)}) {
            assertThat(probe().settle(Settlement.complete(new Claim("a", token))))
                    .as("token '%s'", token)
                    .isEqualTo(STALE);
        }
        probe().assertHolds(running.claim());
    }
}
