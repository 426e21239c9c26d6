package io.jobqueue.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatsTest {

    @Test
    void of_oddCount_middleNumberAndRange() {
        assertThat(Stats.of(List.of(5.0, 1.0, 3.0))).isEqualTo(new Stats(3, 1, 5));
    }

    @Test
    void of_evenCount_meanOfTheMiddleTwo() {
        assertThat(Stats.of(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(new Stats(3, 1, 9));
    }

    @Test
    void of_nanAmongNumbers_leftOut() {
        assertThat(Stats.of(List.of(Double.NaN, 2.0))).isEqualTo(new Stats(2, 2, 2));
    }

    @Test
    void of_nothing_isNaN() {
        assertThat(Stats.of(List.of()).median()).isNaN();
    }

    @Test
    void percentile_unsortedNumbers_nearestRank() {
        long[] numbers = {40, 10, 30, 20};

        assertThat(Stats.percentile(numbers, 0.5)).isEqualTo(20);
        assertThat(Stats.percentile(numbers, 0.99)).isEqualTo(40);
        assertThat(Stats.percentile(numbers, 0.01)).isEqualTo(10);
    }

    @Test
    void advantage_bothDirections_aboveOneIsBetter() {
        assertThat(Figure.lower("ns").advantage(50, 100)).isEqualTo(2);
        assertThat(Figure.higher("jobs/s").advantage(50, 100)).isEqualTo(0.5);
    }
}
