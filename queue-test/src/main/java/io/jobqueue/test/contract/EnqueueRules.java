package io.jobqueue.test.contract;

import static io.jobqueue.spi.EnqueueResult.ACCEPTED;
import static io.jobqueue.spi.EnqueueResult.DUPLICATE;
import static io.jobqueue.test.contract.BackendProbe.delayed;
import static io.jobqueue.test.contract.BackendProbe.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.QueueFullException;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code enqueue} stores, refuses and answers. */
interface EnqueueRules extends ContractScope {

    @Test
    default void enqueue_emptyBatch_answersNothing() {
        assertThat(probe().backend().enqueue(List.of())).isEmpty();
    }

    @Test
    default void enqueue_batch_storesEveryJobInOrder() {
        assertThat(probe().enqueue(job("a"), job("b"), job("c"))).containsExactly(ACCEPTED, ACCEPTED, ACCEPTED);
        assertThat(probe().claimIds(10)).containsExactly("a", "b", "c");
    }

    @Test
    default void enqueue_bigBatch_storesEveryJobInOrder() {
        NewJob[] jobs = new NewJob[1000];
        Arrays.setAll(jobs, i -> job("job-" + i));
        probe().put(jobs);
        assertThat(probe().claimIds(2000))
                .containsExactlyElementsOf(
                        Arrays.stream(jobs).map(job -> job.record().id()).toList());
    }

    @Test
    default void enqueue_knownIdInBatch_refusesOnlyThatJob() {
        probe().put("b");
        assertThat(probe().enqueue(job("a"), job("b"), job("c"))).containsExactly(ACCEPTED, DUPLICATE, ACCEPTED);
        assertThat(probe().claimIds(10)).containsExactly("b", "a", "c");
    }

    @Test
    default void enqueue_idTwiceInBatch_storesTheFirst() {
        assertThat(probe().enqueue(delayed("a", Duration.ZERO), job("b"), delayed("a", Duration.ofHours(1))))
                .containsExactly(ACCEPTED, ACCEPTED, DUPLICATE);
        assertThat(probe().claimIds(10)).containsExactly("a", "b");
    }

    @Test
    default void enqueue_idThatIsWaiting_isDuplicate() {
        probe().put("a");
        assertThat(probe().enqueue(job("a"))).containsExactly(DUPLICATE);
        assertThat(probe().claimIds(10)).containsExactly("a");
    }

    @Test
    default void enqueue_idThatIsDelayed_isDuplicateAndKeepsItsDelay() {
        probe().put(delayed("a", Duration.ofHours(1)));
        assertThat(probe().enqueue(job("a"))).containsExactly(DUPLICATE);
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @Test
    default void enqueue_idThatIsRunning_isDuplicateAndKeepsTheClaim() {
        var running = probe().running("a");
        assertThat(probe().enqueue(job("a"))).containsExactly(DUPLICATE);
        assertThat(probe().claimIds(10)).isEmpty();
        assertThat(probe().settle(Settlement.complete(running.claim()))).isEqualTo(SettleResult.OK);
    }

    @Test
    default void enqueue_idThatWaitsForItsRetry_isDuplicate() {
        var running = probe().running("a");
        probe().settle(Settlement.retry(running.claim(), Duration.ofHours(1), null, null, null));
        assertThat(probe().enqueue(job("a"))).containsExactly(DUPLICATE);
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @Test
    default void enqueue_idThatIsDead_isDuplicate() {
        probe().dead("a");
        assertThat(probe().enqueue(job("a"))).containsExactly(DUPLICATE);
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @Test
    default void enqueue_idThatWasCompleted_isAcceptedAsNew() {
        probe().settle(Settlement.complete(probe().running("a").claim()));
        assertThat(probe().enqueue(job("a"))).containsExactly(ACCEPTED);
        assertThat(probe().claimOne().attempt()).isEqualTo(1);
    }

    @Test
    default void enqueue_idThatWasCancelledAfterRetry_isAcceptedAsNew() {
        var first = probe().running("a");
        probe().settle(Settlement.retry(first.claim(), Duration.ZERO, "again", "error", Duration.ofMinutes(1)));
        probe().settle(Settlement.cancel(probe().awaitOne().claim()));
        assertThat(probe().enqueue(job("a"))).containsExactly(ACCEPTED);
        var second = probe().claimOne();
        assertThat(second.attempt()).isEqualTo(1);
        assertThat(second.recoveries()).isZero();
        assertThat(second.timeLeft()).isNull();
    }

    @Test
    default void enqueue_batchWithBrokenJob_storesNothingOfIt() {
        List<NewJob> broken = Arrays.asList(job("a"), null, job("b"));
        assertThatThrownBy(() -> probe().backend().enqueue(broken)).isInstanceOf(RuntimeException.class);
        assertThat(probe().claimIds(10)).isEmpty();
        assertThat(probe().enqueue(job("a"), job("b"))).containsExactly(ACCEPTED, ACCEPTED);
    }

    @Test
    default void enqueue_delayed_isNotClaimedBefore() {
        probe().put(delayed("a", Duration.ofHours(1)));
        assertThat(probe().claimIds(10)).isEmpty();
        probe().advance(probe().lease());
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @Test
    default void enqueue_delayed_isClaimedAfter() {
        probe().put(delayed("a", probe().lease().dividedBy(2)));
        probe().advance(probe().lease());
        var claimed = probe().awaitOne();
        assertThat(claimed.record()).usingRecursiveComparison().isEqualTo(BackendProbe.record("a"));
        assertThat(claimed.attempt()).isEqualTo(1);
    }

    @Test
    default void enqueue_delayedDifferently_areClaimedInTheOrderOfTheirTimes() {
        Duration step = probe().lease().dividedBy(4);
        probe().put(
                        delayed("late", step.multipliedBy(3)),
                        delayed("early", step),
                        delayed("middle", step.multipliedBy(2)));
        probe().advance(probe().lease());
        assertThat(probe().claimIds(10)).containsExactly("early", "middle", "late");
    }

    @Test
    default void enqueue_veryLongDelay_isAccepted() {
        probe().put(delayed("a", Duration.ofDays(36_500)), job("b"));
        assertThat(probe().claimIds(10)).containsExactly("b");
    }

    @Test
    default void enqueue_batchBeyondTheBound_throwsAndStoresNothing() {
        BackendProbe bounded = probe().bounded(3);
        bounded.put("a", "b");
        assertThatThrownBy(() -> bounded.enqueue(job("c"), job("d"))).isInstanceOf(QueueFullException.class);
        assertThat(bounded.enqueue(job("c"))).containsExactly(ACCEPTED);
        assertThat(bounded.claimIds(10)).containsExactly("a", "b", "c");
    }

    @Test
    default void enqueue_afterRoomWasMade_isAccepted() {
        BackendProbe bounded = probe().bounded(1);
        bounded.settle(Settlement.complete(bounded.running("a").claim()));
        assertThat(bounded.enqueue(job("b"))).containsExactly(ACCEPTED);
        assertThatThrownBy(() -> bounded.enqueue(job("c"))).isInstanceOf(QueueFullException.class);
    }
}
