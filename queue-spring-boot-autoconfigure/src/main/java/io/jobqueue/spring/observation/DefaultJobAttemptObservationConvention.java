package io.jobqueue.spring.observation;

import io.jobqueue.JobContext;
import io.jobqueue.spring.observation.JobObservation.HighCardinalityKeys;
import io.jobqueue.spring.observation.JobObservation.LowCardinalityKeys;
import io.micrometer.common.KeyValues;

/** The convention unless the application has another. Open for extension. */
public class DefaultJobAttemptObservationConvention implements JobAttemptObservationConvention {

    @Override
    public String getName() {
        return "job.queue.attempt";
    }

    @Override
    public String getContextualName(JobAttemptContext context) {
        return context.job().name() + " attempt";
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(JobAttemptContext context) {
        JobContext job = context.job();
        return KeyValues.of(
                LowCardinalityKeys.QUEUE.withValue(job.queue()), LowCardinalityKeys.JOB.withValue(job.name()));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(JobAttemptContext context) {
        JobContext job = context.job();
        return KeyValues.of(
                HighCardinalityKeys.ID.withValue(job.id()),
                HighCardinalityKeys.ATTEMPT.withValue(Integer.toString(job.attempt())));
    }
}
