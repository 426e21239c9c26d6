package io.jobqueue.spi;

import java.time.Duration;

/**
 * A job on its way into a backend.
 *
 * @param record what to store
 * @param delay not to be claimed before this time from now; zero for at once
 */
public record NewJob(JobRecord record, Duration delay) {}
