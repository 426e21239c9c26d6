package io.jobqueue.redis;

import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.QueueCounts;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What tests of the backend say to it. */
final class Jobs {

    private static final Duration NO_WAIT = Duration.ZERO;

    private Jobs() {}

    static NewJob job(String id) {
        return new NewJob(JobRecord.of(id, "job", Bytes.of("payload of " + id), "text/plain"), Duration.ZERO);
    }

    static List<NewJob> jobs(int count) {
        return IntStream.range(0, count).mapToObj(i -> job("job-" + i)).toList();
    }

    static void put(JobBackend backend, String... ids) {
        backend.enqueue(Arrays.stream(ids).map(Jobs::job).toList());
    }

    static List<ClaimedJob> claim(JobBackend backend, int max) {
        return claim(backend, max, NO_WAIT);
    }

    static List<ClaimedJob> claim(JobBackend backend, int max, Duration wait) {
        try {
            return backend.claim(max, wait);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<String> claimIds(JobBackend backend, int max) {
        return claim(backend, max).stream().map(job -> job.record().id()).toList();
    }

    static void complete(JobBackend backend, List<ClaimedJob> jobs) {
        backend.settle(
                jobs.stream().map(job -> Settlement.complete(job.claim())).toList());
    }

    /** Makes a new job dead. */
    static void bury(JobBackend backend, String id) {
        put(backend, id);
        backend.settle(claim(backend, 1).stream()
                .map(job -> Settlement.bury(job.claim(), "reason", "error"))
                .toList());
    }

    static QueueCounts counts(JobBackend backend) {
        return backend.inspection().orElseThrow().counts();
    }
}
