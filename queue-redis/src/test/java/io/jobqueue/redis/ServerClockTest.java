package io.jobqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ServerClockTest {

    private static final long SERVER = 1_700_000_000_000_000L;

    private final AtomicLong localMicros = new AtomicLong(5_000_000);
    private final ServerClock clock = new ServerClock(() -> localMicros.get() * 1_000);

    @Test
    void micros_afterAnAnswer_goOnWithTheLocalClock() {
        assertThat(clock.isKnown()).isFalse();
        clock.learn(SERVER);
        localMicros.addAndGet(700);
        assertThat(clock.isKnown()).isTrue();
        assertThat(clock.micros()).isEqualTo(SERVER + 700);
    }

    @Test
    void learn_answerThatWasSlower_keepsTheBetterEstimate() {
        clock.learn(SERVER);
        localMicros.addAndGet(1_000);
        clock.learn(SERVER + 600); // it took 400 microseconds longer to come
        assertThat(clock.micros()).isEqualTo(SERVER + 1_000);
        clock.learn(SERVER + 1_050);
        assertThat(clock.micros()).isEqualTo(SERVER + 1_050);
    }

    @Test
    void learn_clockFarFromTheKnown_isBelieved() {
        clock.learn(SERVER);
        clock.learn(SERVER - 1_000_000); // another server, or its clock was set back
        assertThat(clock.micros()).isEqualTo(SERVER - 1_000_000);
        clock.learn(SERVER + 60_000_000);
        assertThat(clock.micros()).isEqualTo(SERVER + 60_000_000);
    }
}
