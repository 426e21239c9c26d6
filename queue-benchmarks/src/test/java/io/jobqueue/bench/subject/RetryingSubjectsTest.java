package io.jobqueue.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RetryingSubjectsTest {

    @ParameterizedTest
    @ValueSource(strings = {"jobqueue", "pool-spring-retry", "pool-future-timeout", "floor-direct"})
    void execute_jobFailsTenTimes_succeedsInTheEleventh(String name) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        AtomicInteger successes = new AtomicInteger();
        Subject subject = RetryingSubjects.create(name);

        subject.execute(() -> {
            if (attempts.incrementAndGet() <= 10) {
                throw new IllegalStateException("attempt " + attempts.get());
            }
            successes.incrementAndGet();
        });
        while (successes.get() == 0 && attempts.get() <= 10) {
            Thread.onSpinWait();
        }
        subject.close();

        assertThat(attempts).hasValue(11);
        assertThat(successes).hasValue(1);
    }
}
