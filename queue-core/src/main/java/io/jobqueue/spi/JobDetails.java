package io.jobqueue.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A job as an inspector sees it.
 *
 * @param record what was stored
 * @param state where it is
 * @param attempts how many attempts have failed
 * @param recoveries how often a lease ran out
 * @param age how long ago it was enqueued
 * @param reason the last reason given in a settlement
 * @param error the stack trace of the last failed attempt
 */
public record JobDetails(
        JobRecord record,
        JobState state,
        int attempts,
        int recoveries,
        Duration age,
        @Nullable String reason,
        @Nullable String error) {}
