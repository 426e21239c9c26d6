package io.jobqueue.test.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.JobDetails;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Carries out commands on a backend and on the model, and compares them after each. */
final class CommandRun {

    /** A lease lasts three and a half steps, so it never ends when a command is carried out. */
    private static final int LEASE_HALF_STEPS = 7;

    private final BackendProbe probe;
    private final JobBackendModel model = new JobBackendModel(LEASE_HALF_STEPS);
    private final List<Claim> claims = new ArrayList<>();
    private final @Nullable QueueInspection inspection;

    CommandRun(BackendProbe probe) {
        this.probe = probe;
        this.inspection = probe.backend().inspection().orElse(null);
    }

    /** The unit of time. */
    Duration step() {
        return probe.lease().multipliedBy(2).dividedBy(LEASE_HALF_STEPS);
    }

    void run(List<Command> commands) {
        commands.forEach(this::run);
        completeAll();
    }

    private void run(Command command) {
        // Pattern switches need Java 21.
        if (command instanceof Command.Enqueue enqueue) {
            enqueue(enqueue);
        } else if (command instanceof Command.Claim claim) {
            claim(claim.max());
        } else if (command instanceof Command.Settle settle) {
            settle(settle);
        } else if (command instanceof Command.Extend extend) {
            extend(extend);
        } else if (command instanceof Command.Advance advance) {
            advance(advance.steps());
        } else if (inspection != null) {
            change(inspection, command);
        }
        compare();
    }

    private void enqueue(Command.Enqueue command) {
        Duration delay = delay(command.delaySteps());
        List<NewJob> jobs = new ArrayList<>();
        List<EnqueueResult> expected = new ArrayList<>();
        for (int job : command.jobs()) {
            jobs.add(BackendProbe.delayed(id(job), delay));
            expected.add(model.enqueue(id(job), command.delaySteps()));
        }
        assertThat(probe.backend().enqueue(jobs)).isEqualTo(expected);
    }

    private List<ClaimedJob> claim(int max) {
        List<ClaimedJob> taken = probe.claim(max);
        model.claim(max, taken);
        taken.forEach(job -> claims.add(job.claim()));
        return taken;
    }

    private void settle(Command.Settle command) {
        List<Settlement> settlements = new ArrayList<>();
        List<SettleResult> expected = new ArrayList<>();
        for (Command.Settle.One one : command.batch()) {
            Claim claim = earlierClaim(one.claim());
            settlements.add(settlement(claim, one));
            expected.add(model.settle(claim, one.action(), one.delaySteps()));
        }
        assertThat(probe.backend().settle(settlements)).isEqualTo(expected);
    }

    private Settlement settlement(Claim claim, Command.Settle.One one) {
        return switch (one.action()) {
            case COMPLETE -> Settlement.complete(claim);
            case CANCEL -> Settlement.cancel(claim);
            case RETRY -> Settlement.retry(claim, delay(one.delaySteps()), "reason", "error", null);
            case RELEASE -> Settlement.release(claim, delay(one.delaySteps()), "reason");
            case BURY -> Settlement.bury(claim, "reason", "error");
        };
    }

    private void extend(Command.Extend command) {
        List<Claim> extended = command.claims().stream().map(this::earlierClaim).toList();
        List<SettleResult> expected = extended.stream().map(model::extend).toList();
        assertThat(probe.backend().extend(extended)).isEqualTo(expected);
    }

    private void advance(int steps) {
        probe.advance(step().multipliedBy(steps));
        model.advance(steps);
    }

    private void change(QueueInspection backend, Command command) {
        if (command instanceof Command.Requeue requeue) {
            assertThat(backend.requeue(id(requeue.job()))).isEqualTo(model.requeue(id(requeue.job())));
        } else if (command instanceof Command.Cancel cancel) {
            assertThat(backend.cancel(id(cancel.job()))).isEqualTo(model.cancel(id(cancel.job())));
        } else if (command instanceof Command.Delete delete) {
            JobBackendModel.Job job = model.job(id(delete.job()));
            if (job != null && job.unnoticed) {
                return; // the backend may still take it for running, and both answers are right
            }
            assertThat(backend.delete(id(delete.job()))).isEqualTo(model.delete(id(delete.job())));
        }
    }

    /** Compares what can be seen: no job is lost, none came back, and each is where it should be. */
    private void compare() {
        if (inspection == null) {
            return;
        }
        for (int job = 0; job < RandomCommandsContract.JOBS; job++) {
            String id = id(job);
            JobBackendModel.Job expected = model.job(id);
            probe.eventually(() -> compare(id, expected, inspection.find(id)));
        }
    }

    private static void compare(String id, JobBackendModel.@Nullable Job expected, Optional<JobDetails> found) {
        if (expected == null) {
            assertThat(found).as("%s, which is gone", id).isEmpty();
            return;
        }
        assertThat(found).as("%s, which is %s", id, expected.state).isPresent();
        if (!expected.unnoticed) {
            assertThat(found.get().state()).as("state of %s", id).isEqualTo(expected.state);
            assertThat(found.get().attempts()).as("attempts of %s", id).isEqualTo(expected.attempts);
            assertThat(found.get().recoveries()).as("recoveries of %s", id).isEqualTo(expected.recoveries);
        }
    }

    /** At the end everything that lives can be claimed and completed, whether there is inspection or not. */
    private void completeAll() {
        advance(1_000);
        List<ClaimedJob> taken = claim(RandomCommandsContract.JOBS + 1);
        Settlement[] settlements =
                taken.stream().map(job -> Settlement.complete(job.claim())).toArray(Settlement[]::new);
        assertThat(probe.settleAll(settlements)).allMatch(SettleResult.OK::equals);
        taken.forEach(job -> model.settle(job.claim(), Settlement.Action.COMPLETE, 0));
        assertThat(model.jobs()).allMatch(job -> job.state == JobState.DEAD);
        compare();
    }

    private Duration delay(int delaySteps) {
        return delaySteps == 0
                ? Duration.ZERO
                : step().multipliedBy(2L * delaySteps - 1).dividedBy(2);
    }

    private Claim earlierClaim(int back) {
        return claims.isEmpty()
                ? new Claim(id(back % RandomCommandsContract.JOBS), "no-token")
                : claims.get(claims.size() - 1 - back % claims.size());
    }

    private static String id(int job) {
        return "job-" + job;
    }
}
