package io.jobqueue.test.contract;

import static io.jobqueue.test.contract.BackendProbe.delayed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * How {@code claim} waits, and what ends the wait. Where a call must wait for something that never comes it is given an
 * hour, so that only the right end of the wait lets the rule pass.
 */
interface WaitRules extends ContractScope {

    Duration HOUR = Duration.ofHours(1);

    @Test
    default void claim_dueJob_isTakenWithoutWaiting() throws Exception {
        probe().put("a");
        assertThat(probe().inTime(probe().async(() -> probe().claim(5, HOUR)))).hasSize(1);
    }

    @Test
    default void claim_nothingComes_returnsEmptyAfterTheWait() throws Exception {
        assertThat(probe().inTime(probe().async(() -> probe().claim(5, Duration.ofMillis(50)))))
                .isEmpty();
    }

    @Test
    default void claim_jobArrivesWhileWaiting_isTaken() throws Exception {
        Future<List<ClaimedJob>> claim = probe().async(() -> firstJobs(HOUR));
        probe().put("a");
        assertThat(probe().inTime(claim)).hasSize(1);
    }

    @Test
    default void claim_jobsArriveOneAfterTheOther_areTakenOneAfterTheOther() throws Exception {
        for (int i = 0; i < 20; i++) {
            Future<List<ClaimedJob>> claim = probe().async(() -> firstJobs(HOUR));
            probe().put("job-" + i);
            assertThat(probe().inTime(claim)).hasSize(1);
        }
    }

    @Test
    default void claim_jobIsReleasedWhileWaiting_isTaken() throws Exception {
        ClaimedJob running = probe().running("a");
        Future<List<ClaimedJob>> claim = probe().async(() -> firstJobs(HOUR));
        assertThat(probe().settle(Settlement.release(running.claim(), Duration.ZERO, null)))
                .isEqualTo(SettleResult.OK);
        assertThat(probe().inTime(claim)).hasSize(1);
    }

    @Test
    default void wakeup_whileClaimWaits_endsTheWait() throws Exception {
        Future<List<ClaimedJob>> claim = probe().async(() -> probe().claim(1, HOUR));
        probe().backend().wakeup();
        assertThat(probe().inTime(claim)).isEmpty();
    }

    @Test
    default void wakeup_beforeClaim_letsTheNextOneReturn() throws Exception {
        probe().backend().wakeup();
        assertThat(probe().inTime(probe().async(() -> probe().claim(1, HOUR)))).isEmpty();
    }

    @Test
    default void wakeup_manyBeforeClaim_letTheNextOneReturn() throws Exception {
        for (int i = 0; i < 100; i++) {
            probe().backend().wakeup();
        }
        assertThat(probe().inTime(probe().async(() -> probe().claim(1, HOUR)))).isEmpty();
    }

    @Test
    default void wakeup_beforeClaimOfADueJob_hidesNoJob() {
        probe().put("a");
        probe().backend().wakeup();
        assertThat(probe().claimIds(1)).containsExactly("a");
    }

    @Test
    default void wakeup_eachTimeAnew_endsEachWait() throws Exception {
        for (int i = 0; i < 20; i++) {
            Future<List<ClaimedJob>> claim = probe().async(() -> probe().claim(1, HOUR));
            probe().backend().wakeup();
            assertThat(probe().inTime(claim)).isEmpty();
        }
    }

    @Test
    default void claim_interruptedWhileWaiting_throwsAndClaimsNothing() {
        Future<List<ClaimedJob>> claim = probe().async(() -> {
            Thread.currentThread().interrupt();
            return probe().backend().claim(1, HOUR);
        });
        assertThatThrownBy(() -> probe().inTime(claim))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        probe().put("a");
        assertThat(probe().claimIds(10)).containsExactly("a");
    }

    @Test
    default void claim_interruptedByAnotherThread_throwsAndClaimsNothing() throws Exception {
        CompletableFuture<Thread> waiter = new CompletableFuture<>();
        Future<List<ClaimedJob>> claim = probe().async(() -> {
            waiter.complete(Thread.currentThread());
            return probe().backend().claim(1, HOUR);
        });
        probe().inTime(waiter).interrupt();
        assertThatThrownBy(() -> probe().inTime(claim))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        probe().put("a");
        assertThat(probe().claimIds(10)).containsExactly("a");
    }

    @Test
    default void otherCalls_whileClaimWaits_areNotHeldUp() throws Exception {
        // Several times, because nobody can see from outside whether the claim waits already.
        for (int round = 0; round < 10; round++) {
            ClaimedJob running = probe().running("job-" + round);
            Future<List<ClaimedJob>> claim = startedClaim();
            Future<SettleResult> settled = probe().async(() -> {
                probe().assertHolds(running.claim());
                return probe().settle(Settlement.complete(running.claim()));
            });
            assertThat(probe().inTime(settled)).isEqualTo(SettleResult.OK);
            probe().backend().wakeup();
            assertThat(probe().inTime(claim)).isEmpty();
        }
    }

    @Test
    default void enqueue_whileClaimWaits_isNotHeldUp() throws Exception {
        for (int round = 0; round < 10; round++) {
            NewJob job = delayed("job-" + round, HOUR);
            Future<List<ClaimedJob>> claim = startedClaim();
            assertThat(probe().inTime(probe().async(() -> probe().enqueue(job))))
                    .containsExactly(EnqueueResult.ACCEPTED);
            probe().backend().wakeup();
            assertThat(probe().inTime(claim)).isEmpty();
        }
    }

    @Test
    default void close_withNothingUnderWay_returns() throws Exception {
        probe().put("a");
        probe().inTime(probe().async(() -> {
            probe().closeBackend();
            return true;
        }));
    }

    @Test
    default void close_afterAClaimWasGivenUp_returns() throws Exception {
        Future<List<ClaimedJob>> givenUp = probe().async(() -> probe().claim(1, HOUR));
        probe().inTime(probe().async(() -> {
            probe().closeBackend();
            return true;
        }));
        givenUp.cancel(true); // whether it waits, has thrown or has returned: nobody listens any more
    }

    private Future<List<ClaimedJob>> startedClaim() throws Exception {
        CompletableFuture<Boolean> started = new CompletableFuture<>();
        Future<List<ClaimedJob>> claim = probe().async(() -> {
            started.complete(true);
            return probe().claim(1, HOUR);
        });
        probe().inTime(started);
        return claim;
    }

    /** Claims as the dispatcher does: a claim may return early and empty, then it is repeated. */
    private List<ClaimedJob> firstJobs(Duration wait) {
        List<ClaimedJob> jobs = List.of();
        for (var deadline = probe().deadline(); jobs.isEmpty() && !deadline.passed(); ) {
            jobs = probe().claim(5, wait);
        }
        return jobs;
    }
}
