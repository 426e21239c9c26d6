package io.jobqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FakeClockTest {

    private final FakeClock clock = new FakeClock();

    @Test
    void getAsLong_notAdvanced_standsStill() {
        assertThat(clock.getAsLong()).isEqualTo(clock.getAsLong());
        assertThat(clock.elapsed()).isZero();
    }

    @Test
    void advance_some_goesOnByExactlyThat() {
        long before = clock.getAsLong();
        clock.advance(Duration.ofSeconds(3));
        clock.advance(Duration.ofNanos(1));
        assertThat(clock.getAsLong() - before).isEqualTo(3_000_000_001L);
        assertThat(clock).hasToString("FakeClock[PT3.000000001S]");
    }

    @Test
    void advance_negative_isRefused() {
        assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT-1S");
    }
}
