package io.jobqueue.spring.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.JobQueue;
import io.jobqueue.spring.Contexts;
import io.jobqueue.spring.JobHandler;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationRegistryCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;

/** When jobs are observed, in applications with Spring Boot's observations and meters. */
class OnObserversTest {

    private final ApplicationContextRunner runner = Contexts.runner()
            .withConfiguration(AutoConfigurations.of(
                    MetricsAutoConfiguration.class,
                    CompositeMeterRegistryAutoConfiguration.class,
                    SimpleMetricsExportAutoConfiguration.class,
                    ObservationAutoConfiguration.class))
            .withBean(Handlers.class);

    private static void assertObserved(ApplicationContextRunner runner, boolean observed) {
        runner.run(context -> {
            JobQueue queue = context.getBean(JobQueue.class);
            queue.enqueue("job", null);
            assertThat(queue.awaitIdle(Duration.ofSeconds(5))).isTrue();
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            assertThat(meters.get("job.queue.job.execution")
                            .tag("job", "job")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(meters.find("job.queue.attempt").timer() != null).isEqualTo(observed);
        });
    }

    @Test
    void job_onlyMetersAreMade_isNotObserved() {
        assertObserved(runner, false);
    }

    @Test
    void job_handlerOfTheApplication_isObserved() {
        assertObserved(runner.withBean(Listening.class), true);
    }

    @Test
    void job_handlerOfAnotherAutoConfiguration_isObserved() {
        assertObserved(runner.withConfiguration(AutoConfigurations.of(ZuluAutoConfiguration.class)), true);
    }

    @Test
    void job_registryOfTheApplication_isObserved() {
        assertObserved(runner.withBean(ObservationRegistry.class, ObservationRegistry::create), true);
    }

    @Test
    void job_registryIsCustomized_isObserved() {
        assertObserved(
                runner.withBean(ObservationRegistryCustomizer.class, () -> (ObservationRegistryCustomizer<?>)
                        registry -> registry.observationConfig().observationHandler(new Listening())),
                true);
    }

    @Test
    void job_ownConvention_isObserved() {
        assertObserved(runner.withBean(DefaultJobAttemptObservationConvention.class), true);
    }

    @Test
    void job_propertyIsTrue_isObserved() {
        assertObserved(runner.withPropertyValues("job-queue.observations=true"), true);
    }

    @Test
    void job_propertyIsFalse_isNotObserved() {
        assertObserved(runner.withBean(Listening.class).withPropertyValues("job-queue.observations=false"), false);
    }

    /** A handler that does not make meters. */
    static class Listening implements ObservationHandler<Observation.Context> {
        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    /** The last by name. */
    @AutoConfiguration
    static class ZuluAutoConfiguration {
        @Bean
        Listening listening() {
            return new Listening();
        }
    }

    static class Handlers {
        @JobHandler("job")
        void handle() {}
    }
}
