package io.jobqueue.sample;

import io.jobqueue.event.JobEvent;

/** Says why a job failed, for people. */
final class Reasons {

    private Reasons() {}

    static String of(JobEvent event) {
        Throwable error = event.error();
        if (error != null && error.getMessage() != null) {
            return error.getMessage();
        }
        return error != null ? error.getClass().getSimpleName() : "The job ended as " + event.outcome();
    }
}
