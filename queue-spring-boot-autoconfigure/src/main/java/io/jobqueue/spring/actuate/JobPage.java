package io.jobqueue.spring.actuate;

import io.jobqueue.spi.JobDetails;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * A part of a queue's dead jobs.
 *
 * @param jobs the oldest first
 * @param next what to give as {@code after} for the next page; null if this was the last
 */
public record JobPage(List<Job> jobs, @Nullable String next) implements OperationResponseBody {

    static JobPage of(List<JobDetails> found, int limit) {
        List<Job> jobs = found.stream().limit(limit).map(Job::of).toList();
        return new JobPage(jobs, found.size() > limit ? jobs.get(limit - 1).id() : null);
    }

    /**
     * One dead job. Payload and headers are not shown: they are the application's data.
     *
     * @param attempts how many attempts have failed
     * @param recoveries how often it was taken over from a node that was lost
     * @param ageSeconds how long ago it was enqueued
     * @param payloadBytes the size of its payload; null if it is not kept as bytes
     * @param reason why it died
     * @param error the stack trace of the last attempt; null in lists, and if there is none
     */
    public record Job(
            String id,
            String name,
            int attempts,
            int recoveries,
            double ageSeconds,
            String contentType,
            @Nullable Integer payloadBytes,
            @Nullable String reason,
            @Nullable String error)
            implements OperationResponseBody {

        private static Job of(JobDetails job) {
            return of(job, null);
        }

        static Job withError(JobDetails job) {
            return of(job, job.error());
        }

        private static Job of(JobDetails job, @Nullable String error) {
            return new Job(
                    job.record().id(),
                    job.record().name(),
                    job.attempts(),
                    job.recoveries(),
                    Seconds.of(job.age()),
                    job.record().contentType(),
                    job.record().payload() instanceof byte[] bytes ? bytes.length : null,
                    job.reason(),
                    error);
        }
    }
}
