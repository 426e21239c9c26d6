package io.jobqueue.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A job that was claimed for running. All times are durations by the backend's clock, never instants, so that clocks of
 * different machines are not compared.
 *
 * @param record what was stored
 * @param token proves the claim
 * @param attempt the number of the attempt that this claim is for, 1 for the first; released claims and lost leases do
 *     not count
 * @param recoveries how often a lease of this job ran out
 * @param lease how long the claim is valid from now on, unless extended
 * @param waited how long the job has been due
 * @param age how long ago it was enqueued
 * @param timeLeft what the last {@link Settlement#retry} said is left of the job's timeout, less the time since then,
 *     negative if overdrawn; null if the job was not retried, or was taken over after a crash
 */
public record ClaimedJob(
        JobRecord record,
        String token,
        int attempt,
        int recoveries,
        Duration lease,
        Duration waited,
        Duration age,
        @Nullable Duration timeLeft) {

    /** The claim, for settling and extending. */
    public Claim claim() {
        return new Claim(record.id(), token);
    }
}
