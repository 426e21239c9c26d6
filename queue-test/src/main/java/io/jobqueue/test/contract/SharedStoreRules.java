package io.jobqueue.test.contract;

import static io.jobqueue.spi.EnqueueResult.DUPLICATE;
import static io.jobqueue.spi.SettleResult.GONE;
import static io.jobqueue.spi.SettleResult.OK;
import static io.jobqueue.spi.SettleResult.STALE;
import static io.jobqueue.test.contract.BackendProbe.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** That several nodes on one store share the jobs without sharing a claim. */
interface SharedStoreRules extends ContractScope {

    @Test
    default void secondNode_seesJobsAndIdsOfTheFirst() {
        BackendProbe other = probe().secondNode();
        probe().put("a");
        assertThat(other.enqueue(job("a"))).containsExactly(DUPLICATE);
        assertThat(other.claimIds(10)).containsExactly("a");
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @Test
    default void secondNode_keepsWhatTheFirstStoredBeforeItClosed() {
        BackendProbe other = probe().secondNode();
        probe().put("a", "b");
        probe().claim(1);
        probe().closeBackend();
        assertThat(other.claimIds(10)).containsExactly("b");
        other.expireLeases();
        assertThat(other.claimIds(10)).contains("a");
    }

    @Test
    default void secondNode_takesOverALostLease() {
        BackendProbe other = probe().secondNode();
        ClaimedJob lost = probe().running("a");
        assertThat(other.claimIds(10)).isEmpty();
        probe().expireLeases();
        ClaimedJob recovered = other.awaitOne();
        assertThat(recovered.recoveries()).isEqualTo(1);
        assertThat(recovered.token()).isNotEqualTo(lost.token());
        assertThat(probe().extend(lost.claim())).containsExactly(STALE);
        assertThat(probe().settle(Settlement.complete(lost.claim()))).isEqualTo(STALE);
        assertThat(other.settle(Settlement.complete(recovered.claim()))).isEqualTo(OK);
        assertThat(probe().settle(Settlement.complete(lost.claim()))).isEqualTo(GONE);
    }

    @Test
    default void secondNode_doesNotTakeWhatTheFirstKeepsExtending() {
        BackendProbe other = probe().secondNode();
        ClaimedJob running = probe().running("a");
        for (int i = 0; i < 4; i++) {
            probe().advance(probe().lease().dividedBy(2));
            probe().assertHolds(running.claim());
            assertThat(other.claimIds(10)).isEmpty();
        }
    }

    @Test
    default void secondNode_runsWhatTheFirstRetries() {
        BackendProbe other = probe().secondNode();
        ClaimedJob first = probe().running("a");
        probe().settle(Settlement.retry(first.claim(), Duration.ZERO, null, null, Duration.ofMinutes(10)));
        ClaimedJob second = other.awaitOne();
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.timeLeft()).isNotNull();
    }

    @Test
    default void secondNode_cancelsWhatTheFirstRuns() {
        BackendProbe other = probe().secondNode();
        ClaimedJob running = probe().running("a");
        assertThat(other.inspection().cancel("a")).isTrue();
        assertThat(probe().extend(running.claim())).containsExactly(GONE);
    }

    @Test
    default void secondNode_claimingAtTheSameTime_neverGetsTheSameJob() throws Exception {
        BackendProbe other = probe().secondNode();
        NewJob[] jobs = new NewJob[400];
        Arrays.setAll(jobs, i -> job("job-" + i));
        probe().put(jobs);
        var mine = probe().async(claimAll(probe()));
        var others = probe().async(claimAll(other));
        List<String> claimed = new ArrayList<>(probe().inTime(mine));
        claimed.addAll(probe().inTime(others));
        assertThat(claimed).hasSize(jobs.length).doesNotHaveDuplicates();
    }

    private static Callable<List<String>> claimAll(BackendProbe node) {
        return () -> {
            List<String> claimed = new ArrayList<>();
            for (List<String> ids = node.claimIds(7); !ids.isEmpty(); ids = node.claimIds(7)) {
                claimed.addAll(ids);
            }
            return claimed;
        };
    }
}
