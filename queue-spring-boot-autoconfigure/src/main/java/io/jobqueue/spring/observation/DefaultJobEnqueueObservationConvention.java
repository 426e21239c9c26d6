package io.jobqueue.spring.observation;

import io.jobqueue.spring.observation.JobObservation.LowCardinalityKeys;
import io.micrometer.common.KeyValues;

/** The convention unless the application has another. Open for extension. */
public class DefaultJobEnqueueObservationConvention implements JobEnqueueObservationConvention {

    @Override
    public String getName() {
        return "job.queue.enqueue";
    }

    @Override
    public String getContextualName(JobEnqueueContext context) {
        return context.job() + " enqueue";
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(JobEnqueueContext context) {
        return KeyValues.of(
                LowCardinalityKeys.QUEUE.withValue(context.queue()), LowCardinalityKeys.JOB.withValue(context.job()));
    }
}
