package io.jobqueue.spring.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.JobContext;
import io.jobqueue.JobQueue;
import io.jobqueue.spring.Contexts;
import io.jobqueue.spring.JobHandler;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ObservationInterceptorTest {

    private static final Duration SOON = Duration.ofSeconds(5);

    private final TestObservationRegistry registry = TestObservationRegistry.create();

    private final ApplicationContextRunner runner = Contexts.runner()
            .withBean(ObservationRegistry.class, () -> registry)
            .withBean(Handlers.class);

    @Test
    void job_isObservedWhenEnqueuedAndWhenRun() {
        runner.run(context -> {
            JobQueue queue = context.getBean(JobQueue.class);
            String id = queue.enqueue("good", null);
            assertThat(queue.awaitIdle(SOON)).isTrue();
            TestObservationRegistryAssert.assertThat(registry)
                    .hasObservationWithNameEqualTo("job.queue.enqueue")
                    .that()
                    .hasBeenStopped()
                    .hasContextualNameEqualTo("good enqueue")
                    .hasLowCardinalityKeyValue("queue", "default")
                    .hasLowCardinalityKeyValue("job", "good");
            TestObservationRegistryAssert.assertThat(registry)
                    .hasObservationWithNameEqualTo("job.queue.attempt")
                    .that()
                    .hasBeenStopped()
                    .doesNotHaveError()
                    .hasLowCardinalityKeyValue("queue", "default")
                    .hasLowCardinalityKeyValue("job", "good")
                    .hasHighCardinalityKeyValue("job.id", id)
                    .hasHighCardinalityKeyValue("job.attempt", "1");
        });
    }

    @Test
    void attempt_thatFails_hasItsError() {
        runner.run(context -> {
            JobQueue queue = context.getBean(JobQueue.class);
            queue.enqueue("bad", null);
            assertThat(queue.awaitIdle(SOON)).isTrue();
            TestObservationRegistryAssert.assertThat(registry)
                    .hasObservationWithNameEqualTo("job.queue.attempt")
                    .that()
                    .hasBeenStopped()
                    .hasError();
            assertThat(queue.stats().failed()).isEqualTo(1);
        });
    }

    @Test
    void trace_writtenAtEnqueue_isReadAtRun() {
        registry.observationConfig().observationHandler(new Tracing());
        runner.run(context -> {
            JobQueue queue = context.getBean(JobQueue.class);
            queue.enqueue("good", null);
            assertThat(queue.awaitIdle(SOON)).isTrue();
            Handlers handlers = context.getBean(Handlers.class);
            assertThat(handlers.headers).containsEntry("traceparent", "00-abc-01");
            TestObservationRegistryAssert.assertThat(registry)
                    .hasObservationWithNameEqualTo("job.queue.attempt")
                    .that()
                    .hasHighCardinalityKeyValue("continued", "00-abc-01");
        });
    }

    @Test
    void handler_running_isInScopeOfItsObservation() {
        runner.run(context -> {
            JobQueue queue = context.getBean(JobQueue.class);
            queue.enqueue("good", null);
            assertThat(queue.awaitIdle(SOON)).isTrue();
            assertThat(context.getBean(Handlers.class).headers).containsEntry("current", "job.queue.attempt");
        });
    }

    @Test
    void conventions_ofApplication_replaceDefaults() {
        runner.withBean(OwnConvention.class).run(context -> {
            JobQueue queue = context.getBean(JobQueue.class);
            queue.enqueue("good", null);
            assertThat(queue.awaitIdle(SOON)).isTrue();
            TestObservationRegistryAssert.assertThat(registry)
                    .hasObservationWithNameEqualTo("own.attempt")
                    .that()
                    .hasLowCardinalityKeyValue("mine", "yes");
        });
    }

    @Test
    void property_managementObservationsEnable_switchesOff() {
        runner.withConfiguration(AutoConfigurations.of(ObservationAutoConfiguration.class))
                .withPropertyValues("management.observations.enable.job.queue.attempt=false")
                .run(context -> {
                    JobQueue queue = context.getBean(JobQueue.class);
                    queue.enqueue("good", null);
                    assertThat(queue.awaitIdle(SOON)).isTrue();
                    assertThat(queue.stats().succeeded()).isEqualTo(1);
                    TestObservationRegistryAssert.assertThat(registry)
                            .hasNumberOfObservationsWithNameEqualTo("job.queue.enqueue", 1)
                            .hasNumberOfObservationsWithNameEqualTo("job.queue.attempt", 0);
                });
    }

    @Test
    void registry_none_jobsRun() {
        Contexts.runner().withBean(Handlers.class).run(context -> {
            JobQueue queue = context.getBean(JobQueue.class);
            queue.enqueue("good", null);
            assertThat(queue.awaitIdle(SOON)).isTrue();
            assertThat(queue.stats().succeeded()).isEqualTo(1);
        });
    }

    /** What a tracer's handlers do, in short. */
    private static final class Tracing implements ObservationHandler<Observation.Context> {
        @Override
        public void onStart(Observation.Context context) {
            if (context instanceof JobEnqueueContext sender) {
                sender.getSetter().set(sender.getCarrier(), "traceparent", "00-abc-01");
            } else if (context instanceof JobAttemptContext receiver) {
                String parent = receiver.getGetter().get(receiver.getCarrier(), "traceparent");
                context.addHighCardinalityKeyValue(
                        io.micrometer.common.KeyValue.of("continued", parent == null ? "none" : parent));
            }
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    static class OwnConvention extends DefaultJobAttemptObservationConvention {
        @Override
        public String getName() {
            return "own.attempt";
        }

        @Override
        public KeyValues getLowCardinalityKeyValues(JobAttemptContext context) {
            return KeyValues.of("mine", "yes");
        }
    }

    static class Handlers {
        final Map<String, String> headers = new ConcurrentHashMap<>();
        private final ObservationRegistry registry;

        Handlers(org.springframework.beans.factory.ObjectProvider<ObservationRegistry> registry) {
            this.registry = registry.getIfAvailable(() -> ObservationRegistry.NOOP);
        }

        @JobHandler("good")
        void good(JobContext context) {
            headers.putAll(context.headers());
            Observation current = registry.getCurrentObservation();
            if (current != null) {
                headers.put("current", String.valueOf(current.getContext().getName()));
            }
        }

        @JobHandler("bad")
        void bad() {
            throw new IllegalStateException("as it should");
        }
    }
}
