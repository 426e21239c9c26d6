package io.jobqueue.test.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.JobDetails;
import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.QueueCounts;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.function.ThrowingSupplier;

/** A backend under test with the verbs in which the rules are written. Waits no longer than the fixture's patience. */
final class BackendProbe implements AutoCloseable {

    /** How long one claim of a patient wait lasts. */
    private static final Duration GLANCE = Duration.ofMillis(20);

    private final BackendFixture fixture;
    private final JobBackend backend;
    private final Deque<JobBackend> open = new ArrayDeque<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "contract");
        thread.setDaemon(true);
        return thread;
    });

    BackendProbe(BackendFixture fixture) throws Exception {
        this.fixture = fixture;
        this.backend = opened(fixture.createBackend());
    }

    private BackendProbe(BackendFixture fixture, JobBackend backend) {
        this.fixture = fixture;
        this.backend = backend;
    }

    JobBackend backend() {
        return backend;
    }

    // ---- jobs

    static byte[] payload(String id) {
        return ("payload of " + id).getBytes(StandardCharsets.UTF_8);
    }

    static JobRecord record(String id) {
        return JobRecord.of(id, "job", payload(id), "text/plain");
    }

    static NewJob job(String id) {
        return new NewJob(record(id), Duration.ZERO);
    }

    static NewJob delayed(String id, Duration delay) {
        return new NewJob(record(id), delay);
    }

    List<EnqueueResult> enqueue(NewJob... jobs) {
        return backend.enqueue(List.of(jobs));
    }

    /** Enqueues jobs that must be accepted. */
    void put(String... ids) {
        put(Arrays.stream(ids).map(BackendProbe::job).toArray(NewJob[]::new));
    }

    void put(NewJob... jobs) {
        assertThat(enqueue(jobs)).hasSize(jobs.length).containsOnly(EnqueueResult.ACCEPTED);
    }

    // ---- claims

    /** What can be claimed without waiting. */
    List<ClaimedJob> claim(int max) {
        return claim(max, Duration.ZERO);
    }

    List<ClaimedJob> claim(int max, Duration wait) {
        try {
            return backend.claim(max, wait);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("claim was interrupted", interrupted);
        }
    }

    List<String> claimIds(int max) {
        return claim(max).stream().map(job -> job.record().id()).toList();
    }

    /** The only job that is due. */
    ClaimedJob claimOne() {
        List<ClaimedJob> jobs = claim(10);
        assertThat(jobs).as("due jobs").hasSize(1);
        return jobs.get(0);
    }

    /** The only job that is due, or becomes due soon. */
    ClaimedJob awaitOne() {
        List<ClaimedJob> jobs = List.of();
        for (Deadline deadline = deadline(); jobs.isEmpty() && !deadline.passed(); ) {
            jobs = claim(10, GLANCE);
        }
        assertThat(jobs)
                .as("jobs that are due or become so within %s", fixture.patience())
                .hasSize(1);
        return jobs.get(0);
    }

    /** A new job, claimed. */
    ClaimedJob running(String id) {
        put(id);
        return claimOne();
    }

    /** A new job that is dead. */
    void dead(String id) {
        assertThat(settle(Settlement.bury(running(id).claim(), "reason of " + id, "error of " + id)))
                .isEqualTo(SettleResult.OK);
    }

    SettleResult settle(Settlement settlement) {
        return settleAll(settlement).get(0);
    }

    List<SettleResult> settleAll(Settlement... settlements) {
        List<SettleResult> answers = backend.settle(List.of(settlements));
        assertThat(answers).as("one answer per settlement").hasSize(settlements.length);
        return answers;
    }

    List<SettleResult> extend(Claim... claims) {
        List<SettleResult> answers = backend.extend(List.of(claims));
        assertThat(answers).as("one answer per claim").hasSize(claims.length);
        return answers;
    }

    void assertHolds(Claim claim) {
        assertThat(extend(claim)).as("extending the valid %s", claim).containsExactly(SettleResult.OK);
    }

    // ---- time

    Duration lease() {
        return fixture.lease();
    }

    Duration patience() {
        return fixture.patience();
    }

    void advance(Duration time) {
        unchecked(() -> {
            fixture.advance(time);
            return time;
        });
    }

    /** Lets the leases of all claims run out. */
    void expireLeases() {
        advance(lease().plus(lease().dividedBy(4)));
    }

    Deadline deadline() {
        return new Deadline(System.nanoTime() + patience().toNanos());
    }

    record Deadline(long endNanos) {
        boolean passed() {
            return System.nanoTime() - endNanos > 0;
        }
    }

    /** Repeats a check until it passes, because inspection may be some moments old. */
    void eventually(Runnable check) {
        for (Deadline deadline = deadline(); ; ) {
            try {
                check.run();
                return;
            } catch (AssertionError notYet) {
                if (deadline.passed()) {
                    throw notYet;
                }
                LockSupport.parkNanos(GLANCE.toNanos() / 10);
            }
        }
    }

    // ---- threads

    <T> Future<T> async(Callable<T> call) {
        return threads.submit(call);
    }

    <T> T inTime(Future<T> future) throws ExecutionException {
        try {
            return future.get(patience().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            future.cancel(true);
            return fail("the call did not return within %s", patience());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    // ---- optional parts

    QueueInspection inspection() {
        Optional<QueueInspection> inspection = backend.inspection();
        Assumptions.assumeTrue(inspection.isPresent(), "the backend offers no inspection");
        return inspection.get();
    }

    void assertCounts(int waiting, int delayed, int running, int dead) {
        QueueInspection inspection = inspection();
        eventually(() -> {
            QueueCounts counts = inspection.counts();
            assertThat(List.of(counts.waiting(), counts.delayed(), counts.running(), counts.dead()))
                    .as("waiting, delayed, running, dead")
                    .containsExactly((long) waiting, (long) delayed, (long) running, (long) dead);
        });
    }

    JobDetails details(String id) {
        return inspection().find(id).orElseThrow(() -> new AssertionError("find(" + id + ") finds nothing"));
    }

    BackendProbe secondNode() {
        return other(unchecked(fixture::secondNode), "the store cannot be shared");
    }

    BackendProbe bounded(int capacity) {
        return other(unchecked(() -> fixture.boundedBackend(capacity)), "the backend does not bound its queue");
    }

    void makeUnreadable(String id) {
        Assumptions.assumeTrue(unchecked(() -> fixture.makeUnreadable(id)), "no record can be made unreadable");
    }

    private BackendProbe other(Optional<JobBackend> other, String missing) {
        Assumptions.assumeTrue(other.isPresent(), missing);
        return new BackendProbe(fixture, opened(other.get()));
    }

    private JobBackend opened(JobBackend opened) {
        open.push(opened);
        return opened;
    }

    /** For a rule that closes the backend itself. */
    void closeBackend() {
        open.remove(backend);
        backend.close();
    }

    private static <T> T unchecked(ThrowingSupplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException | Error unchecked) {
            throw unchecked;
        } catch (Throwable checked) {
            throw new IllegalStateException("the fixture failed", checked);
        }
    }

    @Override
    public void close() throws Exception {
        threads.shutdownNow();
        try {
            open.forEach(JobBackend::close);
        } finally {
            fixture.close();
        }
    }
}
