package io.jobqueue.spi;

/**
 * The right to run a job, and its proof.
 *
 * @param jobId the job
 * @param token given to this claim alone; a later claim of the same job has another
 */
public record Claim(String jobId, String token) {}
