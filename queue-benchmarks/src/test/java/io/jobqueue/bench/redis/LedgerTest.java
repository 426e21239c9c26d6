package io.jobqueue.bench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.bench.run.WrongResultException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private final Ledger ledger = new Ledger(3, 0);

    @Test
    void awaitAll_oneJobDidNotRun_saysSo() throws Exception {
        ledger.run(Ledger.payload(0));
        ledger.run(Ledger.payload(2));
        ledger.run(Ledger.payload(2));

        assertThatThrownBy(() -> ledger.awaitAll(Duration.ZERO))
                .isInstanceOf(WrongResultException.class)
                .hasMessageContaining("of 3 jobs 1 had not run");
    }

    @Test
    void duplicates_jobRanThrice_countsTwo() throws Exception {
        for (int number : new int[] {0, 1, 2, 1, 1}) {
            ledger.run(Ledger.payload(number));
        }

        ledger.awaitAll(Duration.ZERO);
        assertThat(ledger.duplicates()).isEqualTo(2);
    }

    @Test
    void run_payloadWasCut_detected() {
        assertThatThrownBy(() -> ledger.run(new byte[10])).isInstanceOf(WrongResultException.class);
    }
}
