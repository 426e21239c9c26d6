package io.jobqueue.test.contract;

import static io.jobqueue.spi.SettleResult.GONE;
import static io.jobqueue.spi.SettleResult.OK;
import static io.jobqueue.spi.SettleResult.STALE;
import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.JobDetails;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What each settlement of a valid claim makes of the job. */
interface SettleRules extends ContractScope {

    Duration MINUTES = Duration.ofMinutes(10);

    @Test
    default void settle_emptyBatch_answersNothing() {
        assertThat(probe().backend().settle(List.of())).isEmpty();
    }

    @Test
    default void settle_complete_removesTheJob() {
        ClaimedJob running = probe().running("a");
        assertThat(probe().settle(Settlement.complete(running.claim()))).isEqualTo(OK);
        probe().expireLeases();
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @Test
    default void settle_cancel_removesTheJob() {
        ClaimedJob running = probe().running("a");
        assertThat(probe().settle(Settlement.cancel(running.claim()))).isEqualTo(OK);
        probe().expireLeases();
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @Test
    default void settle_bury_keepsTheJobDead() {
        ClaimedJob running = probe().running("a");
        assertThat(probe().settle(Settlement.bury(running.claim(), "reason", "error")))
                .isEqualTo(OK);
        probe().expireLeases();
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @Test
    default void settle_retry_isClaimedAgainAsTheNextAttempt() {
        ClaimedJob first = probe().running("a");
        assertThat(probe().settle(Settlement.retry(first.claim(), Duration.ZERO, "reason", "error", null)))
                .isEqualTo(OK);
        ClaimedJob second = probe().awaitOne();
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.recoveries()).isZero();
        assertThat(second.token()).isNotEqualTo(first.token());
        assertThat(second.timeLeft()).isNull();
        probe().assertHolds(second.claim());
    }

    @Test
    default void settle_retryManyTimes_countsEachAttempt() {
        ClaimedJob claimed = probe().running("a");
        for (int attempt = 1; attempt <= 12; attempt++) {
            assertThat(claimed.attempt()).isEqualTo(attempt);
            probe().settle(Settlement.retry(claimed.claim(), Duration.ZERO, null, null, null));
            claimed = probe().awaitOne();
        }
    }

    @Test
    default void settle_retryLater_isNotClaimedBefore() {
        ClaimedJob running = probe().running("a");
        probe().settle(Settlement.retry(running.claim(), Duration.ofHours(1), null, null, null));
        probe().expireLeases();
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @Test
    default void settle_retryLater_isClaimedAfter() {
        ClaimedJob running = probe().running("a");
        Duration half = probe().lease().dividedBy(2);
        probe().settle(Settlement.retry(running.claim(), half, null, null, null));
        assertThat(probe().claimIds(10)).isEmpty();
        probe().advance(probe().lease());
        ClaimedJob second = probe().awaitOne();
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.waited()).isBetween(half.minusMillis(1), half.plus(probe().patience()));
        assertThat(second.age()).isGreaterThanOrEqualTo(probe().lease());
    }

    @Test
    default void settle_retryWithTimeLeft_subtractsTheTimeSince() {
        ClaimedJob running = probe().running("a");
        probe().settle(Settlement.retry(running.claim(), Duration.ZERO, null, null, MINUTES));
        probe().advance(probe().lease());
        Duration most = MINUTES.minus(probe().lease());
        assertThat(probe().awaitOne().timeLeft())
                .isNotNull()
                .isBetween(most.minus(probe().patience()), most.plusMillis(1));
    }

    @Test
    default void settle_retryWithTimeLeftThatIsOverdrawn_isNegative() {
        ClaimedJob running = probe().running("a");
        probe().settle(Settlement.retry(
                running.claim(), Duration.ZERO, null, null, probe().lease().dividedBy(2)));
        probe().advance(probe().lease());
        assertThat(probe().awaitOne().timeLeft()).isNotNull().isNegative();
    }

    @Test
    default void settle_secondRetry_replacesTheTimeLeft() {
        ClaimedJob first = probe().running("a");
        probe().settle(Settlement.retry(first.claim(), Duration.ZERO, null, null, MINUTES));
        ClaimedJob second = probe().awaitOne();
        probe().settle(Settlement.retry(second.claim(), Duration.ZERO, null, null, null));
        assertThat(probe().awaitOne().timeLeft()).isNull();
    }

    @Test
    default void settle_release_isClaimedAgainAsTheSameAttempt() {
        ClaimedJob first = probe().running("a");
        assertThat(probe().settle(Settlement.release(first.claim(), Duration.ZERO, "no handler here")))
                .isEqualTo(OK);
        ClaimedJob second = probe().awaitOne();
        assertThat(second.attempt()).isEqualTo(1);
        assertThat(second.recoveries()).isZero();
        assertThat(second.token()).isNotEqualTo(first.token());
    }

    @Test
    default void settle_releaseLater_isClaimedOnlyAfter() {
        ClaimedJob first = probe().running("a");
        probe().settle(Settlement.release(first.claim(), probe().lease().multipliedBy(2), null));
        probe().expireLeases();
        assertThat(probe().claimIds(10)).isEmpty();
        probe().advance(probe().lease());
        assertThat(probe().awaitOne().attempt()).isEqualTo(1);
    }

    @Test
    default void settle_releaseOfASecondAttempt_keepsAttemptAndTimeLeft() {
        ClaimedJob first = probe().running("a");
        probe().settle(Settlement.retry(first.claim(), Duration.ZERO, null, null, MINUTES));
        ClaimedJob second = probe().awaitOne();
        probe().settle(Settlement.release(second.claim(), Duration.ZERO, null));
        ClaimedJob again = probe().awaitOne();
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(again.timeLeft()).isNotNull().isBetween(MINUTES.minus(probe().patience()), MINUTES);
    }

    @Test
    default void settle_mixedBatch_answersInOrderAndTreatsEachByItself() {
        probe().put("complete", "retry", "bury", "release", "cancel", "stale");
        List<Claim> claims = probe().claim(10).stream().map(ClaimedJob::claim).toList();
        assertThat(probe().settleAll(
                                Settlement.complete(new Claim("unknown", "token")),
                                Settlement.complete(claims.get(0)),
                                Settlement.retry(claims.get(1), Duration.ZERO, "reason", "error", MINUTES),
                                Settlement.complete(new Claim("stale", "not-a-token")),
                                Settlement.bury(claims.get(2), "reason", null),
                                Settlement.complete(new Claim("unknown", "token")),
                                Settlement.release(claims.get(3), Duration.ofHours(1), null),
                                Settlement.cancel(claims.get(4))))
                .containsExactly(GONE, OK, OK, STALE, OK, GONE, OK, OK);
        assertThat(probe().claimIds(10)).containsExactly("retry");
        probe().assertHolds(claims.get(5));
    }

    @Test
    default void settle_bigBatch_answersEach() {
        for (int i = 0; i < 500; i++) {
            probe().put("job-" + i);
        }
        Settlement[] settlements = probe().claim(500).stream()
                .map(job -> Settlement.complete(job.claim()))
                .toArray(Settlement[]::new);
        assertThat(probe().settleAll(settlements)).hasSize(500).containsOnly(OK);
        assertThat(probe().settleAll(settlements)).hasSize(500).containsOnly(GONE);
    }

    @Test
    default void settle_retry_keepsReasonAndErrorForPeople() {
        String reason = "it's \"bad\"\nżółw \uD83D\uDE80";
        String error = "java.lang.IllegalStateException: " + reason + "\n\tat x.Y.z(Y.java:1)\n".repeat(500);
        ClaimedJob running = probe().running("a");
        probe().settle(Settlement.retry(running.claim(), Duration.ofHours(1), reason, error, null));
        probe().eventually(() -> {
            JobDetails details = probe().details("a");
            assertThat(details.state()).isEqualTo(JobState.DELAYED);
            assertThat(details.attempts()).isEqualTo(1);
            assertThat(details.reason()).isEqualTo(reason);
            assertThat(details.error()).isEqualTo(error);
        });
    }

    @Test
    default void settle_bury_keepsReasonAndErrorForPeople() {
        probe().dead("a");
        probe().eventually(() -> {
            JobDetails details = probe().details("a");
            assertThat(details.state()).isEqualTo(JobState.DEAD);
            assertThat(details.reason()).isEqualTo("reason of a");
            assertThat(details.error()).isEqualTo("error of a");
            assertThat(details.record()).usingRecursiveComparison().isEqualTo(BackendProbe.record("a"));
        });
    }

    @Test
    default void settle_release_keepsReasonAndCountsNoAttempt() {
        ClaimedJob running = probe().running("a");
        probe().settle(Settlement.release(running.claim(), Duration.ofHours(1), "no handler here"));
        probe().eventually(() -> {
            JobDetails details = probe().details("a");
            assertThat(details.state()).isEqualTo(JobState.DELAYED);
            assertThat(details.attempts()).isZero();
            assertThat(details.reason()).isEqualTo("no handler here");
        });
    }
}
