package io.jobqueue.test.contract;

import static io.jobqueue.test.contract.BackendProbe.delayed;
import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What {@code claim} takes without waiting, and what it says about it. */
interface ClaimRules extends ContractScope {

    @Test
    default void claim_nothingThere_isEmptyAtOnce() {
        assertThat(probe().claim(1)).isEmpty();
    }

    @Test
    default void claim_fewerThanMax_takesAll() {
        probe().put("a", "b");
        assertThat(probe().claimIds(Integer.MAX_VALUE)).containsExactly("a", "b");
    }

    @Test
    default void claim_moreThanMax_takesTheOldestAndLeavesTheRest() {
        probe().put("a", "b", "c", "d", "e");
        assertThat(probe().claimIds(2)).containsExactly("a", "b");
        assertThat(probe().claimIds(1)).containsExactly("c");
        assertThat(probe().claimIds(10)).containsExactly("d", "e");
        assertThat(probe().claimIds(10)).isEmpty();
    }

    @Test
    default void claim_jobsOfSeveralBatches_areInTheOrderOfArrival() {
        probe().put("z");
        probe().put("y", "x");
        probe().put("a");
        assertThat(List.of(probe().claimIds(1), probe().claimIds(2), probe().claimIds(1)))
                .containsExactly(List.of("z"), List.of("y", "x"), List.of("a"));
    }

    @Test
    default void claim_delayedJobAmongOthers_doesNotHoldThemUp() {
        probe().put(delayed("later", Duration.ofHours(1)), BackendProbe.job("a"), BackendProbe.job("b"));
        assertThat(probe().claimIds(10)).containsExactly("a", "b");
    }

    @Test
    default void claim_firstTime_saysWhatIsTrueOfANewJob() {
        ClaimedJob claimed = probe().running("a");
        assertThat(claimed.attempt()).isEqualTo(1);
        assertThat(claimed.recoveries()).isZero();
        assertThat(claimed.timeLeft()).isNull();
        assertThat(claimed.token()).isNotBlank();
        assertThat(claimed.claim().jobId()).isEqualTo("a");
        assertThat(claimed.lease()).isPositive().isLessThanOrEqualTo(probe().lease());
    }

    @Test
    default void claim_jobThatHasWaited_saysHowLong() {
        probe().put("a");
        probe().advance(probe().lease());
        ClaimedJob claimed = probe().claimOne();
        assertThat(claimed.waited()).isBetween(probe().lease(), probe().lease().plus(probe().patience()));
        assertThat(claimed.age()).isBetween(probe().lease(), probe().lease().plus(probe().patience()));
    }

    @Test
    default void claim_jobThatWasDelayed_hasWaitedOnlySinceItIsDue() {
        Duration half = probe().lease().dividedBy(2);
        probe().put(delayed("a", half));
        probe().advance(probe().lease());
        ClaimedJob claimed = probe().awaitOne();
        assertThat(claimed.waited()).isBetween(half.minusMillis(1), half.plus(probe().patience()));
        assertThat(claimed.waited()).isLessThan(claimed.age());
        assertThat(claimed.age()).isBetween(probe().lease(), probe().lease().plus(probe().patience()));
    }

    @Test
    default void claim_eachTime_hasATokenOfItsOwn() {
        Set<String> tokens = new HashSet<>();
        probe().put("a", "b", "c");
        int claims = 0;
        for (int round = 0; round < 5; round++) {
            for (ClaimedJob claimed : probe().claim(10)) {
                tokens.add(claimed.token());
                claims++;
                probe().settle(Settlement.release(claimed.claim(), Duration.ZERO, null));
            }
        }
        assertThat(claims).isEqualTo(15);
        assertThat(tokens).as("tokens of 15 claims").hasSize(15);
    }

    @Test
    default void claim_idThatIsUsedAgain_hasAnotherToken() {
        ClaimedJob first = probe().running("a");
        probe().settle(Settlement.complete(first.claim()));
        assertThat(probe().running("a").token()).isNotEqualTo(first.token());
    }
}
