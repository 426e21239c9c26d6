package io.jobqueue.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.NonRetryableJobException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {

    @Test
    @DisplayName("options-defaults: retry policy")
    void of_onlyRetries_hasTheDefaultBackoff() {
        RetryPolicy policy = RetryPolicy.of(3);
        assertThat(policy.maxRetries()).isEqualTo(3);
        assertThat(policy.backoff().delay()).isEqualTo(Duration.ofMillis(100));
        assertThat(policy.backoff().multiplier()).isEqualTo(2.0);
        assertThat(policy.backoff().maxDelay()).isEqualTo(Duration.ofSeconds(10));
        assertThat(RetryPolicy.none().maxRetries()).isZero();
    }

    @Test
    @DisplayName("options-defaults: partial retry options")
    void with_oneOption_keepsTheOthers() {
        Backoff backoff = Backoff.fixed(Duration.ofSeconds(3));
        RetryPolicy policy = RetryPolicy.of(3)
                .withBackoff(backoff)
                .retryOn(List.of(IOException.class))
                .abortOn(List.of(FileNotFoundException.class))
                .withMaxRetries(5);
        assertThat(policy.maxRetries()).isEqualTo(5);
        assertThat(policy.backoff()).isSameAs(backoff);
        assertThat(policy.isRetried(1, new IOException())).isTrue();
        assertThat(policy.isRetried(1, new IllegalStateException())).isFalse();
        assertThat(policy.isRetried(1, new FileNotFoundException())).isFalse();
        assertThat(RetryPolicy.of(2).withBackoff(backoff).maxRetries()).isEqualTo(2);
    }

    @Test
    void isRetried_attemptsWithinTheLimit_countsExtraAttempts() {
        RetryPolicy policy = RetryPolicy.of(2);
        Exception error = new Exception();
        assertThat(policy.isRetried(1, error)).isTrue();
        assertThat(policy.isRetried(2, error)).isTrue();
        assertThat(policy.isRetried(3, error)).isFalse();
        assertThat(RetryPolicy.none().isRetried(1, error)).isFalse();
        assertThat(RetryPolicy.of(Integer.MAX_VALUE).isRetried(Integer.MAX_VALUE, error))
                .isTrue();
    }

    @Test
    void isRetried_everyExceptionByDefault_butNoErrorAndNoNonRetryable() {
        RetryPolicy policy = RetryPolicy.of(1);
        assertThat(policy.isRetried(1, new IOException())).isTrue();
        assertThat(policy.isRetried(1, new RuntimeException())).isTrue();
        assertThat(policy.isRetried(1, new InterruptedException())).isTrue();
        assertThat(policy.isRetried(1, new AssertionError())).isFalse();
        assertThat(policy.isRetried(1, new OutOfMemoryError())).isFalse();
        assertThat(policy.isRetried(1, new Throwable())).isFalse();
        assertThat(policy.isRetried(1, new NonRetryableJobException("no"))).isFalse();
        assertThat(policy.isRetried(1, new NonRetryableJobException("no") {})).isFalse();
    }

    @Test
    void isRetried_lists_matchSubclassesAndAbortWins() {
        RetryPolicy only = RetryPolicy.of(1).retryOn(List.of(IOException.class));
        assertThat(only.isRetried(1, new FileNotFoundException())).isTrue();
        assertThat(only.isRetried(1, new RuntimeException())).isFalse();
        RetryPolicy except = RetryPolicy.of(1).abortOn(List.of(IOException.class));
        assertThat(except.isRetried(1, new FileNotFoundException())).isFalse();
        assertThat(except.isRetried(1, new RuntimeException())).isTrue();
        RetryPolicy both = only.abortOn(List.of(IOException.class));
        assertThat(both.isRetried(1, new IOException())).isFalse();
        RetryPolicy errors = RetryPolicy.of(1).retryOn(List.of(AssertionError.class, NonRetryableJobException.class));
        assertThat(errors.isRetried(1, new AssertionError())).isFalse();
        assertThat(errors.isRetried(1, new NonRetryableJobException("no"))).isFalse();
        assertThat(only.retryOn(List.of()).isRetried(1, new RuntimeException())).isTrue();
    }

    @Test
    void lists_changedByTheirOwner_doNotChangeThePolicy() {
        List<Class<? extends Throwable>> classes = new ArrayList<>(List.of(IOException.class));
        RetryPolicy policy = RetryPolicy.of(1).abortOn(classes);
        classes.clear();
        assertThat(policy.isRetried(1, new IOException())).isFalse();
    }

    @Test
    void withMaxRetries_negative_isRefusedByNameAndValue() {
        assertThatThrownBy(() -> RetryPolicy.of(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("retry.max-retries")
                .hasMessageContaining("-1");
        assertThatThrownBy(() -> RetryPolicy.of(2).withMaxRetries(-3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-3");
    }

    @Test
    void toString_showsRetriesAndBackoff() {
        assertThat(RetryPolicy.of(2).toString()).contains("maxRetries=2", "PT0.1S");
    }
}
