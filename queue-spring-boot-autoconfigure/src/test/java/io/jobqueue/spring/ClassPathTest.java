package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.JobQueue;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;

/** Jobs run whatever else is on the class path. */
class ClassPathTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "none.at.all",
                "io.micrometer",
                "io.micrometer.core",
                "io.micrometer.observation",
                "org.springframework.boot.micrometer.metrics",
                "org.springframework.boot.micrometer.observation",
                "org.springframework.boot.actuate",
                "org.springframework.boot.actuate.autoconfigure",
                "org.springframework.boot.health",
                "tools.jackson",
                "io.jobqueue.redis",
                "org.springframework.data.redis",
                "io.lettuce",
                "org.springframework.transaction",
                "org.springframework.web",
                "jakarta.servlet"
            })
    void jobs_withoutPackage_run(String missing) {
        Contexts.runner()
                .withBean(Handler.class)
                .withClassLoader(new FilteredClassLoader(missing))
                .run(ClassPathTest::assertJobsRun);
    }

    @Test
    void jobs_withEverything_run() {
        Contexts.runner()
                .withBean(Handler.class)
                .withConfiguration(AutoConfigurations.of(
                        MetricsAutoConfiguration.class,
                        CompositeMeterRegistryAutoConfiguration.class,
                        SimpleMetricsExportAutoConfiguration.class,
                        ObservationAutoConfiguration.class))
                .run(ClassPathTest::assertJobsRun);
    }

    private static void assertJobsRun(
            org.springframework.boot.test.context.assertj.AssertableApplicationContext context)
            throws InterruptedException {
        assertThat(context).hasNotFailed();
        JobQueue queue = context.getBean(JobQueue.class);
        queue.enqueue("count", "x");
        assertThat(queue.awaitIdle(Duration.ofSeconds(5))).isTrue();
        assertThat(context.getBean(Handler.class).calls).hasValue(1);
    }

    static class Handler {
        final AtomicInteger calls = new AtomicInteger();

        @JobHandler("count")
        void count(String payload) {
            calls.incrementAndGet();
        }
    }
}
