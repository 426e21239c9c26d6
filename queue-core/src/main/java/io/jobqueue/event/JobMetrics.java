package io.jobqueue.event;

import io.jobqueue.JobOutcome;

/**
 * Counts and times jobs. Called on producers' and workers' own threads, for every job, so it must be fast, must not block
 * and must be safe for concurrent use. What it throws is logged once per queue and harms no job.
 *
 * <p>For user code, see {@link JobListener}.
 */
public interface JobMetrics {

    /** A job was accepted. */
    void submitted(String job);

    /** A job was refused. */
    void rejected(String job);

    /** An attempt starts, after the job has been ready for this long. */
    void started(String job, long waitNanos);

    /** An attempt failed after this long and another follows. */
    void retried(String job, long runNanos);

    /** A job ended; its last attempt ran this long, 0 if it ended while it waited. */
    void completed(String job, JobOutcome outcome, long runNanos);

    // ---- storing backends only

    /** One call took so many jobs from the backend; calls that found none are not told. */
    default void claimed(int jobs) {}

    /**
     * A job was claimed whose former node let its lease run out. It may be told again when a job without a timeout is
     * claimed once more for another reason.
     */
    default void recovered(String job) {}

    /** A result came too late: the claim was no longer valid, and nothing was changed. */
    default void stale(String job) {}

    /** A call failed: {@code claim}, {@code settle}, {@code extend}, {@code inspect} or {@code enqueue}. */
    default void backendFailed(String operation) {}
}
