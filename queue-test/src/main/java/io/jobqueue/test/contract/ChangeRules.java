package io.jobqueue.test.contract;

import static io.jobqueue.spi.EnqueueResult.ACCEPTED;
import static io.jobqueue.spi.SettleResult.GONE;
import static io.jobqueue.spi.SettleResult.OK;
import static io.jobqueue.test.contract.BackendProbe.delayed;
import static io.jobqueue.test.contract.BackendProbe.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.Settlement;
import io.jobqueue.spi.Settlement.Action;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How people change single jobs: requeue, delete, cancel and purge, in each state of the job. */
interface ChangeRules extends ContractScope {

    // ---- requeue

    @Test
    default void requeue_deadJob_isClaimedAsIfItWereNew() {
        probe().running("a");
        probe().expireLeases();
        ClaimedJob recovered = probe().awaitOne();
        probe().settle(Settlement.retry(recovered.claim(), Duration.ZERO, "r", "e", Duration.ofMinutes(1)));
        probe().settle(Settlement.bury(probe().awaitOne().claim(), "reason", "error"));
        assertThat(probe().inspection().requeue("a")).isTrue();
        ClaimedJob again = probe().awaitOne();
        assertThat(again.record()).usingRecursiveComparison().isEqualTo(BackendProbe.record("a"));
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.recoveries()).isZero();
        assertThat(again.timeLeft()).isNull();
        assertThat(again.token()).isNotEqualTo(recovered.token());
    }

    @Test
    default void requeue_deadJobThatIsOld_isYoungAgain() {
        probe().dead("a");
        probe().advance(probe().lease());
        assertThat(probe().inspection().requeue("a")).isTrue();
        assertThat(probe().awaitOne().age()).isLessThan(probe().lease());
    }

    @Test
    default void requeue_deadJob_hasNoReasonAndNoErrorAnyMore() {
        probe().dead("a");
        probe().inspection().requeue("a");
        probe().eventually(() -> {
            assertThat(probe().details("a").state()).isEqualTo(JobState.WAITING);
            assertThat(probe().details("a").attempts()).isZero();
            assertThat(probe().details("a").reason()).isNull();
            assertThat(probe().details("a").error()).isNull();
        });
    }

    @Test
    default void requeue_twice_isFalseTheSecondTime() {
        probe().dead("a");
        assertThat(probe().inspection().requeue("a")).isTrue();
        assertThat(probe().inspection().requeue("a")).isFalse();
        assertThat(probe().claimIds(10)).containsExactly("a");
    }

    @Test
    default void requeue_jobThatIsNotDead_isFalseAndChangesNothing() {
        ClaimedJob running = probe().running("running");
        probe().put(job("waiting"), delayed("delayed", Duration.ofHours(1)));
        for (String id : new String[] {"running", "waiting", "delayed", "unknown"}) {
            assertThat(probe().inspection().requeue(id)).as(id).isFalse();
        }
        assertThat(probe().claimIds(10)).containsExactly("waiting");
        probe().assertHolds(running.claim());
    }

    // ---- delete

    @Test
    default void delete_waitingDelayedOrDead_removesTheJob() {
        probe().dead("dead");
        probe().put(job("waiting"), delayed("delayed", probe().lease().dividedBy(2)));
        for (String id : new String[] {"dead", "waiting", "delayed"}) {
            assertThat(probe().inspection().delete(id)).as(id).isTrue();
            assertThat(probe().inspection().delete(id)).as(id + " again").isFalse();
        }
        probe().advance(probe().lease());
        assertThat(probe().claimIds(10)).isEmpty();
        probe().assertCounts(0, 0, 0, 0);
        assertThat(probe().enqueue(job("dead"), job("waiting"), job("delayed")))
                .containsExactly(ACCEPTED, ACCEPTED, ACCEPTED);
        assertThat(probe().claimIds(10)).containsExactly("dead", "waiting", "delayed");
    }

    @Test
    default void delete_running_isFalseAndLeavesTheClaim() {
        ClaimedJob running = probe().running("a");
        assertThat(probe().inspection().delete("a")).isFalse();
        assertThat(probe().settle(Settlement.complete(running.claim()))).isEqualTo(OK);
    }

    @Test
    default void delete_unknown_isFalse() {
        assertThat(probe().inspection().delete("a")).isFalse();
    }

    @Test
    default void delete_oneOfMany_leavesTheOthersInOrder() {
        probe().put("a", "b", "c", "d");
        probe().inspection().delete("b");
        assertThat(probe().claimIds(2)).containsExactly("a", "c");
        assertThat(probe().claimIds(2)).containsExactly("d");
    }

    // ---- cancel

    @Test
    default void cancel_waitingOrDelayed_removesTheJob() {
        probe().put(job("waiting"), delayed("delayed", probe().lease().dividedBy(2)));
        for (String id : new String[] {"waiting", "delayed"}) {
            assertThat(probe().inspection().cancel(id)).as(id).isTrue();
            assertThat(probe().inspection().cancel(id)).as(id + " again").isFalse();
        }
        probe().advance(probe().lease());
        assertThat(probe().claimIds(10)).isEmpty();
        probe().assertCounts(0, 0, 0, 0);
    }

    @Test
    default void cancel_jobThatWaitsForItsRetry_removesTheJob() {
        ClaimedJob running = probe().running("a");
        probe().settle(Settlement.retry(running.claim(), probe().lease().dividedBy(2), null, null, null));
        assertThat(probe().inspection().cancel("a")).isTrue();
        probe().advance(probe().lease());
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    default void cancel_running_answersGoneToItsHolder(Action action) {
        Claim claim = probe().running("a").claim();
        assertThat(probe().inspection().cancel("a")).isTrue();
        assertThat(probe().extend(claim)).containsExactly(GONE);
        assertThat(probe().settle(RepeatRules.settlement(action, claim))).isEqualTo(GONE);
        probe().expireLeases();
        assertThat(probe().claimIds(10)).isEmpty();
        probe().assertCounts(0, 0, 0, 0);
    }

    @Test
    default void cancel_runningThenIdUsedAgain_leavesTheNewJobAlone() {
        Claim revoked = probe().running("a").claim();
        probe().inspection().cancel("a");
        assertThat(probe().extend(revoked)).containsExactly(GONE);
        Claim current = probe().running("a").claim();
        assertThat(probe().settle(Settlement.complete(revoked))).isNotEqualTo(OK);
        probe().assertHolds(current);
    }

    @Test
    default void cancel_unknownOrDead_isFalse() {
        probe().dead("dead");
        assertThat(probe().inspection().cancel("dead")).isFalse();
        assertThat(probe().inspection().cancel("unknown")).isFalse();
        assertThat(probe().details("dead").state()).isEqualTo(JobState.DEAD);
    }

    // ---- purge

    @Test
    default void purge_dead_removesOnlyTheOldDead() {
        probe().dead("old-1");
        probe().dead("old-2");
        probe().put("old-waiting");
        probe().advance(probe().lease());
        probe().put("young");
        ClaimedJob waiting = probe().claim(1).get(0);
        probe().settle(Settlement.bury(probe().claimOne().claim(), "reason", null));
        assertThat(probe().inspection().purge(JobState.DEAD, probe().lease())).isEqualTo(2);
        probe().assertHolds(waiting.claim());
        assertThat(probe().details("young").state()).isEqualTo(JobState.DEAD);
        probe().assertCounts(0, 0, 1, 1);
        assertThat(probe().enqueue(job("old-1"))).containsExactly(ACCEPTED);
    }

    @Test
    default void purge_waiting_removesOnlyTheOldWaiting() {
        probe().dead("dead");
        probe().put(job("old"), delayed("delayed", Duration.ofHours(1)));
        probe().advance(probe().lease());
        probe().put("young");
        assertThat(probe().inspection().purge(JobState.WAITING, probe().lease()))
                .isEqualTo(1);
        assertThat(probe().claimIds(10)).containsExactly("young");
        probe().assertCounts(0, 1, 1, 1);
    }

    @Test
    default void purge_delayed_removesOnlyTheOldDelayed() {
        probe().put(job("waiting"), delayed("old", Duration.ofHours(1)));
        probe().advance(probe().lease());
        probe().put(delayed("young", Duration.ofHours(1)));
        assertThat(probe().inspection().purge(JobState.DELAYED, probe().lease()))
                .isEqualTo(1);
        assertThat(probe().inspection().find("old")).isEmpty();
        probe().assertCounts(1, 1, 0, 0);
    }

    @Test
    default void purge_nothingThere_isZero() {
        assertThat(probe().inspection().purge(JobState.DEAD, Duration.ZERO)).isZero();
    }

    @Test
    default void purge_running_isRefused() {
        ClaimedJob running = probe().running("a");
        assertThatThrownBy(() -> probe().inspection().purge(JobState.RUNNING, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        probe().assertHolds(running.claim());
    }
}
