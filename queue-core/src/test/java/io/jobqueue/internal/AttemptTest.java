package io.jobqueue.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AttemptTest {

    private static final long TIMEOUT = 50;
    private static final Runnable TASK = () -> {};

    private final Attempt attempt = new Attempt();

    @Test
    void deadline_withoutAStartTime_countsFromWhenItWasFirstSeen() {
        long ticket = attempt.open(TASK, Attempt.SAMPLED);
        assertThat(attempt.seenSinceNanos(ticket, 7)).isEqualTo(7);
        assertThat(attempt.deadlineNanos(ticket, 100, TIMEOUT)).isEqualTo(150);
        assertThat(attempt.deadlineNanos(ticket, 120, TIMEOUT)).isEqualTo(150);
        assertThat(attempt.seenSinceNanos(ticket, 7)).isEqualTo(100);
    }

    @Test
    void seenSince_ofALaterAttempt_isNotThatOfTheOneBefore() {
        long first = attempt.open(TASK, Attempt.SAMPLED);
        attempt.deadlineNanos(first, 100, TIMEOUT);
        attempt.close(first);
        long second = attempt.open(TASK, Attempt.SAMPLED);
        assertThat(attempt.seenSinceNanos(second, 7)).isEqualTo(7);
    }

    @Test
    void take_withTheTicketOfAnEarlierAttempt_fails() {
        long first = attempt.open(TASK, Attempt.NO_DEADLINE);
        assertThat(attempt.close(first)).isTrue();
        long second = attempt.open(TASK, Attempt.NO_DEADLINE);
        assertThat(attempt.take(first)).isFalse();
        assertThat(attempt.take(second)).isTrue();
        assertThat(attempt.close(second)).isFalse();
        assertThat(attempt.isTaken()).isTrue();
    }
}
