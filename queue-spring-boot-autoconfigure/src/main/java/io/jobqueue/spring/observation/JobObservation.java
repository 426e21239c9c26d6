package io.jobqueue.spring.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/** The observations that queues make. */
public enum JobObservation implements ObservationDocumentation {
    /** A message is enqueued; its headers take the trace along. */
    ENQUEUE {
        @Override
        public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
            return DefaultJobEnqueueObservationConvention.class;
        }

        @Override
        public KeyName[] getLowCardinalityKeyNames() {
            return LowCardinalityKeys.values();
        }
    },

    /** One attempt of a job runs. */
    ATTEMPT {
        @Override
        public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
            return DefaultJobAttemptObservationConvention.class;
        }

        @Override
        public KeyName[] getLowCardinalityKeyNames() {
            return LowCardinalityKeys.values();
        }

        @Override
        public KeyName[] getHighCardinalityKeyNames() {
            return HighCardinalityKeys.values();
        }
    };

    /** Key names with few values. */
    public enum LowCardinalityKeys implements KeyName {
        /** The queue's name. */
        QUEUE {
            @Override
            public String asString() {
                return "queue";
            }
        },

        /** The job's name. */
        JOB {
            @Override
            public String asString() {
                return "job";
            }
        }
    }

    /** Key names with many values. */
    public enum HighCardinalityKeys implements KeyName {
        /** The job's id. */
        ID {
            @Override
            public String asString() {
                return "job.id";
            }
        },

        /** The number of the attempt, 1 for the first. */
        ATTEMPT {
            @Override
            public String asString() {
                return "job.attempt";
            }
        }
    }
}
