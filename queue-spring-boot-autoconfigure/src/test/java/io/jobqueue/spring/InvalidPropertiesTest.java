package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.core.NestedExceptionUtils;

class InvalidPropertiesTest {

    static Stream<Arguments> badValues() {
        return Stream.of(
                Arguments.of("job-queue.name=a b", "is not a queue name"),
                Arguments.of("job-queue.worker-count=-1", "between 0 and"),
                Arguments.of("job-queue.timeout=-1s", "zero or more"),
                Arguments.of("job-queue.attempt-timeout=-1s", "zero or more"),
                Arguments.of("job-queue.retry.max-retries=-1", "zero or more"),
                Arguments.of("job-queue.retry.delay=-1s", "zero or more"),
                Arguments.of("job-queue.retry.multiplier=0.5", "1 or more"),
                Arguments.of("job-queue.retry.max-delay=-1s", "zero or more"),
                Arguments.of("job-queue.retry.jitter=1.5", "between 0 and 1"),
                Arguments.of("job-queue.capacity=-1", "between 0 and"),
                Arguments.of("job-queue.block-timeout=0", "more than zero"),
                Arguments.of("job-queue.idle-timeout=0", "more than zero"),
                Arguments.of("job-queue.poll-interval=0", "more than zero"),
                Arguments.of("job-queue.abandoned-limit=-1", "between 0 and"),
                Arguments.of("job-queue.max-recoveries=-1", "between 0 and"),
                Arguments.of("job-queue.unprocessable.delay=0", "more than zero"),
                Arguments.of("job-queue.unprocessable.age=-1s", "zero or more"),
                Arguments.of("job-queue.shutdown.timeout=-1s", "zero or more"),
                Arguments.of("job-queue.shutdown.grace=-1s", "zero or more"),
                Arguments.of("job-queue.backend=redis", "spring-boot-starter-data-redis"),
                Arguments.of("job-queue.backend=paper", "io.jobqueue:queue-paper"),
                Arguments.of("job-queue.queues.small.worker-count=-2", "between 0 and"),
                Arguments.of("job-queue.queues.small.retry.jitter=7", "between 0 and 1"));
    }

    static Stream<Arguments> unreadableValues() {
        return Stream.of(
                Arguments.of("job-queue.worker-count=many"),
                Arguments.of("job-queue.timeout=soon"),
                Arguments.of("job-queue.when-full=explode"),
                Arguments.of("job-queue.virtual-threads=perhaps"),
                Arguments.of("job-queue.copy-payloads=perhaps"),
                Arguments.of("job-queue.auto-startup=perhaps"),
                Arguments.of("job-queue.observations=perhaps"),
                Arguments.of("job-queue.in-transaction=never"),
                Arguments.of("job-queue.shutdown.phase=late"),
                Arguments.of("job-queue.queues.small=large"));
    }

    @ParameterizedTest
    @MethodSource("badValues")
    void start_valueOutOfRange_failsNamingPropertyValueAndRemedy(String setting, String reason) {
        String key = setting.substring(0, setting.indexOf('='));
        Contexts.runner().withPropertyValues(setting).run(context -> {
            assertThat(context).hasFailed();
            assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
                    .isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, failure -> {
                        assertThat(failure.getName()).isEqualTo(key);
                        assertThat(failure.getReason()).contains(reason);
                    });
        });
    }

    @ParameterizedTest
    @MethodSource("unreadableValues")
    void start_unreadableValue_failsNamingProperty(String setting) {
        String key = setting.substring(0, setting.indexOf('='));
        Contexts.runner()
                .withPropertyValues(setting)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining(key));
    }

    @Test
    void copyPayloads_withoutJackson_failsNamingRemedy() {
        Contexts.runner()
                .withPropertyValues("job-queue.copy-payloads=true")
                .withClassLoader(new FilteredClassLoader("tools.jackson"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("job-queue.copy-payloads")
                        .hasMessageContaining("spring-boot-starter-jackson"));
    }

    @Test
    void maxDelay_shorterThanDelay_fails() {
        Contexts.runner()
                .withPropertyValues("job-queue.retry.delay=10s", "job-queue.retry.max-delay=1s")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("job-queue.retry.max-delay")
                        .hasMessageContaining("must not be shorter than the delay"));
    }

    @Test
    void capacity_withStoringBackend_failsNamingBoth() {
        ScriptedBackend backend = new ScriptedBackend();
        Contexts.runner()
                .withBean(JobBackendFactory.class, backend::factory)
                .withPropertyValues("job-queue.backend=scripted", "job-queue.capacity=5")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("job-queue.capacity")
                        .hasMessageContaining("storing backend 'scripted' does not bound its queues"));
    }
}
