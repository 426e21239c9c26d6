package io.jobqueue.test.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The specification of a backend in as few words as possible: says what each call must answer, and checks claims, where
 * more than one answer is right. Time is counted in half steps: calls happen at even times, delays and leases end at odd
 * ones, so that a backend's clock may run a little ahead.
 *
 * <p>Order is demanded among jobs that were never claimed: those enqueued without a delay come in the order of arrival,
 * those with one in the order of their times. A job that comes back may come in anywhere.
 */
final class JobBackendModel {

    /** What is known of one job. */
    static final class Job {
        final String id;
        final long arrival;
        final boolean delayed;
        boolean returned;
        JobState state = JobState.WAITING;
        int due;
        int attempts;
        int recoveries;
        String token = "";
        int leaseEnd;

        /** Ready by the clock, which the backend may not have noticed yet. */
        boolean unnoticed;

        Job(String id, long arrival, boolean delayed) {
            this.id = id;
            this.arrival = arrival;
            this.delayed = delayed;
        }
    }

    private final int leaseHalfSteps;
    private final Map<String, Job> jobs = new LinkedHashMap<>();
    private final Set<String> usedTokens = new HashSet<>();
    private int now;
    private long arrivals;

    JobBackendModel(int leaseHalfSteps) {
        this.leaseHalfSteps = leaseHalfSteps;
    }

    @Nullable
    Job job(String id) {
        return jobs.get(id);
    }

    List<Job> jobs() {
        return List.copyOf(jobs.values());
    }

    /** Enqueues a job. */
    EnqueueResult enqueue(String id, int delaySteps) {
        if (jobs.containsKey(id)) {
            return EnqueueResult.DUPLICATE;
        }
        Job job = new Job(id, ++arrivals, delaySteps > 0);
        jobs.put(id, job);
        delay(job, delaySteps);
        return EnqueueResult.ACCEPTED;
    }

    private void delay(Job job, int delaySteps) {
        job.token = "";
        job.state = delaySteps == 0 ? JobState.WAITING : JobState.DELAYED;
        job.due = delaySteps == 0 ? now : now + 2 * delaySteps - 1;
    }

    /** Lets time pass. */
    void advance(int steps) {
        now += 2 * steps;
        for (Job job : jobs.values()) {
            if (job.state == JobState.DELAYED && job.due <= now) {
                job.state = JobState.WAITING;
                job.unnoticed = true;
            } else if (job.state == JobState.RUNNING && job.leaseEnd <= now) {
                job.recoveries++;
                delay(job, 0);
                job.unnoticed = true;
            }
        }
    }

    /** Checks what a claim took, and notes it. */
    void claim(int max, List<ClaimedJob> taken) {
        List<Job> due = jobs.values().stream()
                .filter(job -> job.state == JobState.WAITING)
                .toList();
        assertThat(taken)
                .as("a claim of up to %d of %d due jobs", max, due.size())
                .hasSize(Math.min(max, due.size()));
        checkOrder(due, taken);
        for (ClaimedJob claimed : taken) {
            Job job = jobs.get(claimed.record().id());
            if (job == null) {
                throw new AssertionError("claimed a job that does not exist: " + claimed);
            }
            assertThat(job.state).as("state before %s", claimed).isEqualTo(JobState.WAITING);
            assertThat(usedTokens.add(job.id + "/" + claimed.token()))
                    .as("token of %s is new", claimed)
                    .isTrue();
            assertThat(claimed.attempt()).as("attempt of %s", claimed).isEqualTo(job.attempts + 1);
            assertThat(claimed.recoveries()).as("recoveries of %s", claimed).isEqualTo(job.recoveries);
            assertThat(claimed.record().payload()).as("payload of %s", claimed).isEqualTo(BackendProbe.payload(job.id));
            job.state = JobState.RUNNING;
            job.returned = true;
            job.unnoticed = false;
            job.token = claimed.token();
            job.leaseEnd = now + leaseHalfSteps;
        }
    }

    private void checkOrder(List<Job> due, List<ClaimedJob> taken) {
        List<String> takenIds = taken.stream().map(job -> job.record().id()).toList();
        for (boolean delayed : new boolean[] {false, true}) {
            Comparator<Job> order =
                    delayed ? Comparator.comparingInt(job -> job.due) : Comparator.comparingLong(job -> job.arrival);
            List<Job> expected = new ArrayList<>(due);
            expected.removeIf(job -> job.returned || job.delayed != delayed);
            expected.sort(order);
            List<Job> found =
                    takenIds.stream().map(jobs::get).filter(expected::contains).toList();
            for (int i = 0; i < found.size(); i++) {
                // Jobs due at the same time may come in any order.
                assertThat(order.compare(found.get(i), expected.get(i)))
                        .as("the oldest first; %s claimed where %s was due", found.get(i).id, expected.get(i).id)
                        .isZero();
            }
        }
    }

    /** Whether a claim is valid. */
    SettleResult fence(Claim claim) {
        Job job = jobs.get(claim.jobId());
        if (job == null) {
            return SettleResult.GONE;
        }
        boolean held = job.state == JobState.RUNNING && job.token.equals(claim.token());
        return held ? SettleResult.OK : SettleResult.STALE;
    }

    /** Settles a claim. */
    SettleResult settle(Claim claim, Settlement.Action action, int delaySteps) {
        SettleResult fence = fence(claim);
        Job job = jobs.get(claim.jobId());
        if (fence != SettleResult.OK || job == null) {
            return fence;
        }
        switch (action) {
            case COMPLETE, CANCEL -> jobs.remove(job.id);
            case RETRY -> {
                job.attempts++;
                delay(job, delaySteps);
            }
            case RELEASE -> delay(job, delaySteps);
            case BURY -> {
                job.attempts++;
                job.state = JobState.DEAD;
            }
        }
        return SettleResult.OK;
    }

    /** Extends a claim. */
    SettleResult extend(Claim claim) {
        SettleResult fence = fence(claim);
        Job job = jobs.get(claim.jobId());
        if (fence == SettleResult.OK && job != null) {
            job.leaseEnd = now + leaseHalfSteps;
        }
        return fence;
    }

    /** Requeues a dead job. */
    boolean requeue(String id) {
        Job job = jobs.get(id);
        if (job == null || job.state != JobState.DEAD) {
            return false;
        }
        Job fresh = new Job(id, ++arrivals, false);
        fresh.returned = true;
        fresh.due = now;
        jobs.put(id, fresh);
        return true;
    }

    /** Deletes a job that does not run. */
    boolean delete(String id) {
        Job job = jobs.get(id);
        return job != null && job.state != JobState.RUNNING && jobs.remove(id) != null;
    }

    /** Cancels a job that is not dead. */
    boolean cancel(String id) {
        Job job = jobs.get(id);
        return job != null && job.state != JobState.DEAD && jobs.remove(id) != null;
    }
}
