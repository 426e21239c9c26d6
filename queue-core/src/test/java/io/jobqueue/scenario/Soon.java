package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Bounded waits: how long a test gives the queue to make progress, and how long it looks for what must not happen. */
final class Soon {

    static final Duration PROGRESS = Duration.ofSeconds(5);
    private static final Duration QUIET = Duration.ofMillis(150);

    private Soon() {}

    private static ConditionFactory within(Duration limit) {
        return Awaitility.await().atMost(limit).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2));
    }

    /** Waits until a condition holds. */
    static void until(String what, Callable<Boolean> condition) {
        within(PROGRESS).alias(what).until(condition);
    }

    /** Waits until an assertion passes. */
    static void untilAsserted(ThrowingCallable assertion) {
        within(PROGRESS).untilAsserted(assertion::call);
    }

    /** Checks that a condition holds now and for some moments. */
    static void stays(String what, Callable<Boolean> condition) throws Exception {
        assertThat(condition.call()).as(what).isTrue();
        within(QUIET.multipliedBy(10)).alias(what).during(QUIET).until(condition);
    }

    /** The result of a future that must end soon. */
    static <T> T result(Future<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(PROGRESS.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The error of a future that must fail soon. */
    static Throwable error(Future<?> future) throws InterruptedException, TimeoutException {
        try {
            Object result = future.get(PROGRESS.toMillis(), TimeUnit.MILLISECONDS);
            throw new AssertionError("expected a failure, but the result was " + result);
        } catch (ExecutionException expected) {
            return expected.getCause();
        }
    }
}
