package io.jobqueue.spring.observation;

import io.jobqueue.JobContext;
import io.jobqueue.JobInterceptor;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;

/** Observes the enqueuing of messages and the attempts of jobs, and carries the trace from one to the other. */
final class ObservationInterceptor implements JobInterceptor, Ordered {

    private static final JobEnqueueObservationConvention ENQUEUE = new DefaultJobEnqueueObservationConvention();
    private static final JobAttemptObservationConvention ATTEMPT = new DefaultJobAttemptObservationConvention();

    private final ObservationRegistry registry;
    private final @Nullable JobEnqueueObservationConvention enqueueConvention;
    private final @Nullable JobAttemptObservationConvention attemptConvention;

    ObservationInterceptor(
            ObservationRegistry registry,
            @Nullable JobEnqueueObservationConvention enqueueConvention,
            @Nullable JobAttemptObservationConvention attemptConvention) {
        this.registry = registry;
        this.enqueueConvention = enqueueConvention;
        this.attemptConvention = attemptConvention;
    }

    /** Outside everything else, so that log lines of other interceptors belong to the trace. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 900;
    }

    @Override
    public void beforeEnqueue(String queue, String name, Map<String, String> headers) {
        if (!registry.isNoop()) {
            // The trace is written into the headers when the observation starts.
            JobObservation.ENQUEUE
                    .observation(
                            enqueueConvention, ENQUEUE, () -> new JobEnqueueContext(queue, name, headers), registry)
                    .observe(() -> {});
        }
    }

    @Override
    public void aroundAttempt(JobContext context, Invocation invocation) throws Exception {
        if (registry.isNoop()) {
            invocation.proceed();
            return;
        }
        Observation observation = JobObservation.ATTEMPT.observation(
                attemptConvention, ATTEMPT, () -> new JobAttemptContext(context), registry);
        observation.observeChecked((Observation.CheckedRunnable<Exception>) invocation::proceed);
    }
}
