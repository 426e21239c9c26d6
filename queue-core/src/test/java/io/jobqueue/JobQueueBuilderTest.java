package io.jobqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.internal.Threads;
import io.jobqueue.memory.MemoryBackend;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JobQueueBuilderTest {

    private static final Duration NEGATIVE = Duration.ofMillis(-5);

    private static Arguments refused(String setting, String value, UnaryOperator<JobQueueBuilder> change) {
        return Arguments.of(setting, value, change);
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                refused("worker-count", "-1", builder -> builder.workerCount(-1)),
                refused("worker-count", "" + (1 << 24), builder -> builder.workerCount(1 << 24)),
                refused("timeout", "PT-0.005S", builder -> builder.timeout(NEGATIVE)),
                refused("attempt-timeout", "PT-0.005S", builder -> builder.attemptTimeout(NEGATIVE)),
                refused("capacity", "-1", builder -> builder.capacity(-1)),
                refused("block-timeout", "PT0S", builder -> builder.blockTimeout(Duration.ZERO)),
                refused("block-timeout", "PT-0.005S", builder -> builder.blockTimeout(NEGATIVE)),
                refused("idle-timeout", "PT0S", builder -> builder.idleTimeout(Duration.ZERO)),
                refused("idle-timeout", "PT-0.005S", builder -> builder.idleTimeout(NEGATIVE)),
                refused("poll-interval", "PT0S", builder -> builder.pollInterval(Duration.ZERO)),
                refused("poll-interval", "PT-0.005S", builder -> builder.pollInterval(NEGATIVE)),
                refused("abandoned-limit", "-1", builder -> builder.abandonedLimit(-1)),
                refused("drain-timeout", "PT-0.005S", builder -> builder.drainTimeout(NEGATIVE)),
                refused("drain-grace", "PT-0.005S", builder -> builder.drainGrace(NEGATIVE)),
                refused("max-recoveries", "-1", builder -> builder.maxRecoveries(-1)),
                refused(
                        "unprocessable-delay",
                        "PT0S",
                        builder -> builder.unprocessable(Duration.ZERO, Duration.ofDays(1))),
                refused(
                        "unprocessable-age",
                        "PT-0.005S",
                        builder -> builder.unprocessable(Duration.ofSeconds(1), NEGATIVE)));
    }

    @ParameterizedTest(name = "{0} = {1}")
    @MethodSource("refusals")
    void setting_invalidValue_isRefusedAtOnceByNameAndValue(
            String setting, String value, UnaryOperator<JobQueueBuilder> change) {
        JobQueueBuilder builder = JobQueue.builder("queue");
        assertThatThrownBy(() -> change.apply(builder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(setting + ":")
                .hasMessageContaining(value);
        builder.build().close();
    }

    @Test
    void setting_atItsLimit_isAccepted() {
        JobQueue queue = JobQueue.builder("queue")
                .workerCount(0)
                .timeout(null)
                .attemptTimeout(null)
                .capacity(Integer.MAX_VALUE)
                .blockTimeout(Duration.ofNanos(1))
                .idleTimeout(Duration.ofDays(1_000_000_000L))
                .pollInterval(Duration.ofNanos(1))
                .abandonedLimit(Integer.MAX_VALUE)
                .drainTimeout(Duration.ZERO)
                .drainGrace(Duration.ZERO)
                .maxRecoveries(0)
                .unprocessable(Duration.ofNanos(1), Duration.ZERO)
                .build();
        assertThat(queue.workerCount()).isZero();
        queue.start();
        queue.close();
        assertThat(JobQueue.builder("queue").timeout(Duration.ZERO).attemptTimeout(Duration.ZERO))
                .isNotNull();
    }

    @Test
    @DisplayName("options-defaults: queue")
    void build_untouched_hasTheDocumentedDefaults() {
        try (JobQueue queue = JobQueue.builder("queue").build()) {
            assertThat(queue.workerCount()).isEqualTo(Runtime.getRuntime().availableProcessors());
            assertThat(queue.state()).isEqualTo(QueueState.CREATED);
            assertThat(queue.name()).isEqualTo("queue");
            assertThat(queue.inspection()).isPresent();
            assertThat(queue.stats().workersAlive()).isZero();
        }
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void setting_null_isRefusedByName() {
        JobQueueBuilder builder = JobQueue.builder("queue");
        assertNull("retry", () -> builder.retry(null));
        assertNull("whenFull", () -> builder.whenFull(null));
        assertNull("threadFactory", () -> builder.threadFactory(null));
        assertNull("backend", () -> builder.backend(null));
        assertNull("codec", () -> builder.codec(null));
        assertNull("metrics", () -> builder.metrics(null));
        assertNull("interceptor", () -> builder.interceptor(null));
        assertNull("listener", () -> builder.listener(null));
        assertNull("definition", () -> builder.job(null));
        assertNull("nanoClock", () -> builder.nanoClock(null));
        assertThatThrownBy(() -> builder.pollInterval(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("poll-interval: null");
    }

    private static void assertNull(String name, Runnable setting) {
        assertThatThrownBy(setting::run)
                .isInstanceOf(NullPointerException.class)
                .hasMessage(name);
    }

    @Test
    void build_copyingPayloadsWithoutCodec_isRefused() {
        assertThatThrownBy(() -> JobQueue.builder("queue").copyPayloads(true).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("codec:")
                .hasMessageContaining("copy-payloads");
    }

    @Test
    void build_twoDefinitionsOfOneName_isRefused() {
        JobQueueBuilder builder = JobQueue.builder("queue")
                .processor("twice", String.class, (payload, context) -> {})
                .processor("twice", Integer.class, (payload, context) -> {});
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("twice");
    }

    @Test
    void build_ownMemoryBackend_isUsedAndClosed() {
        JobQueue queue = JobQueue.builder("queue")
                .backend(new MemoryBackend())
                .processor("job", String.class, (payload, context) -> {})
                .build();
        queue.enqueue("job", "");
        assertThat(queue.stats().waiting()).isEqualTo(1);
        queue.close();
    }

    @Test
    void virtualThreads_beforeJava21_isRefusedWithAdvice() {
        JobQueueBuilder builder = JobQueue.builder("queue");
        assertThatCode(() -> builder.virtualThreads(false)).doesNotThrowAnyException();
        if (Threads.virtualSupported()) {
            assertThatCode(() -> builder.virtualThreads(true)).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(() -> builder.virtualThreads(true))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("virtual-threads")
                    .hasMessageContaining("21");
        }
    }
}
