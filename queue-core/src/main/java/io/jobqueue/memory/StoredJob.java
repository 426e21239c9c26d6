package io.jobqueue.memory;

import io.jobqueue.spi.JobDetails;
import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.JobState;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A message in memory. */
public final class StoredJob extends MemoryJob {

    private final JobRecord record;
    private long enqueuedNanos;
    private int recoveries;
    private @Nullable String reason;

    /** The run that has the job in hand, for cancelling it; set by the worker that claimed it. */
    private volatile @Nullable Object run;

    StoredJob(JobRecord record, long enqueuedNanos) {
        this.record = record;
        this.enqueuedNanos = enqueuedNanos;
    }

    public JobRecord record() {
        return record;
    }

    public long enqueuedNanos() {
        return enqueuedNanos;
    }

    void enqueuedNanos(long enqueuedNanos) {
        this.enqueuedNanos = enqueuedNanos;
    }

    public @Nullable Object run() {
        return run;
    }

    public void run(@Nullable Object run) {
        this.run = run;
    }

    int recoveries() {
        return recoveries;
    }

    void recoveries(int recoveries) {
        this.recoveries = recoveries;
    }

    void reason(@Nullable String reason) {
        this.reason = reason;
    }

    JobDetails details(JobState state, long nowNanos) {
        return new JobDetails(
                record,
                state,
                failedAttempts(),
                recoveries,
                Duration.ofNanos(nowNanos - enqueuedNanos),
                reason,
                errorText());
    }

    private @Nullable String errorText() {
        Object error = lastError();
        if (error instanceof Throwable thrown) {
            StringWriter text = new StringWriter();
            thrown.printStackTrace(new PrintWriter(text));
            return text.toString();
        }
        return (String) error;
    }
}
