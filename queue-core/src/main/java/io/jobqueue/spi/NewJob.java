package io.jobqueue.spi;

import java.time.Duration;

/**
 * A job on its way into a backend.
 *
 * @param record what to store
 * @param delay not to be claimed before this time from now; zero for at once
 * @param isNew whether the id was made for this job, and the job is handed over for the first time, so that a backend need not
 *     look whether it knows it. Who hands a job over again, because a backend failed and may have stored it, says false
 */
public record NewJob(JobRecord record, Duration delay, boolean isNew) {

    /** A job that the backend may know already. */
    public NewJob(JobRecord record, Duration delay) {
        this(record, delay, false);
    }
}
