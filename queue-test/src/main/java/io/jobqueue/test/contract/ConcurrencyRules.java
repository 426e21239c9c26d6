package io.jobqueue.test.contract;

import static io.jobqueue.spi.EnqueueResult.ACCEPTED;
import static io.jobqueue.test.contract.BackendProbe.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** That nothing is lost or doubled when the methods are called at the same time, as the queue calls them. */
interface ConcurrencyRules extends ContractScope {

    @Test
    default void producersClaimerAndSettlers_atTheSameTime_completeEachJobOnce() throws Exception {
        new ConservationRun(probe(), 8, 60, 4).run();
        assertThat(probe().claimIds(10)).isEmpty();
        if (probe().backend().inspection().isPresent()) {
            probe().assertCounts(0, 0, 0, 0);
        }
    }

    @Test
    default void enqueue_sameIdByManyThreads_isAcceptedOnce() throws Exception {
        for (int round = 0; round < 10; round++) {
            String id = "job-" + round;
            List<List<EnqueueResult>> answers = together(8, () -> probe().enqueue(job(id)));
            assertThat(answers.stream().filter(answer -> answer.contains(ACCEPTED)))
                    .as("acceptances of %s", id)
                    .hasSize(1);
            assertThat(probe().claimIds(10)).containsExactly(id);
        }
    }

    @Test
    default void settle_sameClaimByManyThreads_isDoneOnce() throws Exception {
        for (int round = 0; round < 10; round++) {
            Claim claim = probe().running("job-" + round).claim();
            Settlement retry = Settlement.retry(claim, Duration.ZERO, null, null, null);
            List<SettleResult> answers = together(4, () -> probe().settle(retry));
            assertThat(answers).containsOnlyOnce(SettleResult.OK);
            var second = probe().awaitOne();
            assertThat(second.attempt()).isEqualTo(2);
            probe().settle(Settlement.complete(second.claim()));
        }
    }

    @Test
    default void settleAndCancel_atTheSameTime_endTheJobOnce() throws Exception {
        var inspection = probe().inspection();
        for (int round = 0; round < 10; round++) {
            String id = "job-" + round;
            Claim claim = probe().running(id).claim();
            List<Boolean> ended = together(List.of(
                    () -> probe().settle(Settlement.complete(claim)) == SettleResult.OK, () -> inspection.cancel(id)));
            assertThat(ended).as("settled, cancelled").containsOnlyOnce(true);
            assertThat(probe().enqueue(job(id))).containsExactly(ACCEPTED);
            probe().settle(Settlement.complete(probe().claimOne().claim()));
        }
    }

    private <T> List<T> together(int threads, Callable<T> call) throws Exception {
        List<Callable<T>> calls = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            calls.add(call);
        }
        return together(calls);
    }

    private <T> List<T> together(List<Callable<T>> calls) throws Exception {
        CyclicBarrier start = new CyclicBarrier(calls.size());
        List<Future<T>> futures = new ArrayList<>();
        for (Callable<T> call : calls) {
            futures.add(probe().async(() -> {
                start.await();
                return call.call();
            }));
        }
        List<T> answers = new ArrayList<>();
        for (Future<T> future : futures) {
            answers.add(probe().inTime(future));
        }
        return answers;
    }
}
