package io.jobqueue.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("backoff")
class BackoffTest {

    private static long millis(Backoff backoff, int retry) {
        return TimeUnit.NANOSECONDS.toMillis(backoff.delayNanos(retry, 0.5));
    }

    @Test
    @DisplayName("options-defaults: backoff")
    void exponential_untouched_has100MillisDoublingUpTo10SecondsWithoutJitter() {
        Backoff backoff = Backoff.exponential();
        assertThat(backoff.delay()).isEqualTo(Duration.ofMillis(100));
        assertThat(backoff.multiplier()).isEqualTo(2.0);
        assertThat(backoff.maxDelay()).isEqualTo(Duration.ofSeconds(10));
        assertThat(backoff.jitter()).isZero();
    }

    @Test
    @DisplayName("options-defaults: partial options")
    void with_oneOption_keepsTheOthers() {
        Backoff backoff = Backoff.exponential().withDelay(Duration.ofMillis(50));
        assertThat(backoff.multiplier()).isEqualTo(2.0);
        assertThat(backoff.maxDelay()).isEqualTo(Duration.ofSeconds(10));
        assertThat(Backoff.exponential().withMultiplier(3).delay()).isEqualTo(Duration.ofMillis(100));
        assertThat(Backoff.exponential().withMaxDelay(Duration.ofSeconds(1)).delay())
                .isEqualTo(Duration.ofMillis(100));
        Backoff jittered = Backoff.exponential().withJitter(0.25).withDelay(Duration.ofMillis(1));
        assertThat(jittered.jitter()).isEqualTo(0.25);
        assertThat(Backoff.exponential().jitter()).as("immutable").isZero();
    }

    @Test
    @DisplayName("options-defaults: jitter set is jitter applied")
    void withJitter_set_changesTheDelay() {
        Backoff backoff = Backoff.exponential().withJitter(0.5);
        assertThat(backoff.delayNanos(0, 0.5)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(75));
    }

    @Test
    void delayNanos_exponential_doublesAndIsCapped() {
        List<Long> delays = new ArrayList<>();
        for (int retry = 0; retry < 10; retry++) {
            delays.add(millis(Backoff.exponential(), retry));
        }
        assertThat(delays).containsExactly(100L, 200L, 400L, 800L, 1600L, 3200L, 6400L, 10_000L, 10_000L, 10_000L);
    }

    @Test
    void delayNanos_otherMultiplier_isExact() {
        Backoff backoff = Backoff.exponential()
                .withDelay(Duration.ofMillis(10))
                .withMultiplier(1.5)
                .withMaxDelay(Duration.ofMillis(30));
        assertThat(backoff.delayNanos(0, 0)).isEqualTo(10_000_000);
        assertThat(backoff.delayNanos(1, 0)).isEqualTo(15_000_000);
        assertThat(backoff.delayNanos(2, 0)).isEqualTo(22_500_000);
        assertThat(backoff.delayNanos(3, 0)).isEqualTo(30_000_000);
    }

    @Test
    void delayNanos_fixed_isAlwaysTheSameAndNotCapped() {
        Backoff backoff = Backoff.fixed(Duration.ofHours(1));
        assertThat(backoff.delayNanos(0, 0.9)).isEqualTo(Duration.ofHours(1).toNanos());
        assertThat(backoff.delayNanos(Integer.MAX_VALUE, 0.9))
                .isEqualTo(Duration.ofHours(1).toNanos());
    }

    @ParameterizedTest
    @ValueSource(ints = {62, 63, 64, 1_000, 1_024, Integer.MAX_VALUE})
    void delayNanos_productOverflows_isTheCap(int retry) {
        assertThat(Backoff.exponential().delayNanos(retry, 0))
                .isEqualTo(Duration.ofSeconds(10).toNanos());
        Backoff huge = Backoff.exponential().withMaxDelay(Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(huge.delayNanos(retry, 0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void delayNanos_durationBeyondNanoseconds_isSaturated() {
        Backoff backoff = Backoff.fixed(Duration.ofDays(1_000_000_000L));
        assertThat(backoff.delayNanos(0, 0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void delayNanos_zeroDelay_isZeroForEveryRetry() {
        Backoff backoff = Backoff.exponential().withDelay(Duration.ZERO).withJitter(1);
        assertThat(backoff.delayNanos(0, 0.5)).isZero();
        assertThat(backoff.delayNanos(Integer.MAX_VALUE, 0.5)).isZero();
        assertThat(Backoff.fixed(Duration.ZERO).delayNanos(3, 0)).isZero();
    }

    @Test
    void delayNanos_maxBelowDelay_isTheMax() {
        Backoff backoff = Backoff.exponential().withMaxDelay(Duration.ofMillis(30));
        assertThat(millis(backoff, 0)).isEqualTo(30);
    }

    @Test
    void delayNanos_jitter_staysWithinItsBoundsAndReachesThem() {
        Backoff backoff = Backoff.exponential().withJitter(0.4);
        long full = TimeUnit.MILLISECONDS.toNanos(400);
        assertThat(backoff.delayNanos(2, 0)).isEqualTo(full);
        assertThat(backoff.delayNanos(2, Math.nextDown(1.0))).isBetween((long) (full * 0.6), (long) (full * 0.6) + 1);
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            assertThat(backoff.delayNanos(2, random.nextDouble())).isBetween((long) (full * 0.6), full);
        }
    }

    @Test
    void delayNanos_fullJitter_isAnythingBetweenZeroAndTheDelay() {
        Backoff backoff = Backoff.exponential().withJitter(1);
        assertThat(backoff.delayNanos(0, 0)).isEqualTo(100_000_000);
        assertThat(backoff.delayNanos(0, 0.75)).isEqualTo(25_000_000);
        assertThat(backoff.delayNanos(0, Math.nextDown(1.0))).isBetween(0L, 1L);
    }

    @Test
    void delayNanos_jitterAtTheCap_neverExceedsIt() {
        Backoff backoff = Backoff.exponential().withJitter(0.1);
        assertThat(backoff.delayNanos(60, 0)).isEqualTo(Duration.ofSeconds(10).toNanos());
        assertThat(backoff.delayNanos(60, 0.5))
                .isEqualTo(Duration.ofMillis(9_500).toNanos());
    }

    @Test
    void with_invalidValues_isRefusedByNameAndValue() {
        Backoff backoff = Backoff.exponential();
        assertRefused(() -> backoff.withDelay(Duration.ofMillis(-1)), "retry.delay", "PT-0.001S");
        assertRefused(() -> backoff.withMaxDelay(Duration.ofMillis(-1)), "retry.max-delay", "PT-0.001S");
        assertRefused(() -> Backoff.fixed(Duration.ofNanos(-1)), "retry.delay", "PT-0.000000001S");
        assertRefused(() -> backoff.withMultiplier(0.99), "retry.multiplier", "0.99");
        assertRefused(() -> backoff.withMultiplier(0), "retry.multiplier", "0.0");
        assertRefused(() -> backoff.withMultiplier(-2), "retry.multiplier", "-2.0");
        assertRefused(() -> backoff.withMultiplier(Double.NaN), "retry.multiplier", "NaN");
        assertRefused(() -> backoff.withMultiplier(Double.POSITIVE_INFINITY), "retry.multiplier", "Infinity");
        assertRefused(() -> backoff.withJitter(-0.1), "retry.jitter", "-0.1");
        assertRefused(() -> backoff.withJitter(1.1), "retry.jitter", "1.1");
        assertRefused(() -> backoff.withJitter(Double.NaN), "retry.jitter", "NaN");
        assertRefused(() -> backoff.delayNanos(-1, 0), "retry", "-1");
    }

    private static void assertRefused(Runnable setting, String name, String value) {
        assertThatThrownBy(setting::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(name + ":")
                .hasMessageContaining(value);
    }

    @Test
    void toString_showsEverySetting() {
        assertThat(Backoff.exponential().withJitter(0.5))
                .hasToString("Backoff[delay=PT0.1S, multiplier=2.0, maxDelay=PT10S, jitter=0.5]");
    }
}
