package io.jobqueue.spring.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** Names and key values of {@link JobObservation#ENQUEUE}. A bean of this type replaces the default. */
public interface JobEnqueueObservationConvention extends ObservationConvention<JobEnqueueContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof JobEnqueueContext;
    }
}
