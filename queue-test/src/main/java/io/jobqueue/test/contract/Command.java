package io.jobqueue.test.contract;

import io.jobqueue.spi.Settlement.Action;
import java.util.List;

/**
 * One step of a random sequence. It speaks of jobs and claims by number, so that every part of a sequence is a sequence,
 * too, and a failing one can be shortened. Times are in steps of {@link CommandRun#step()}.
 */
sealed interface Command {

    /** Enqueues a batch; jobs are numbers of a small pool of ids, so that duplicates are common. */
    record Enqueue(List<Integer> jobs, int delaySteps) implements Command {}

    record Claim(int max) implements Command {}

    /** Settles a batch of claims, old ones among them; {@code claim} counts back from the latest. */
    record Settle(List<One> batch) implements Command {
        record One(int claim, Action action, int delaySteps) {}
    }

    record Extend(List<Integer> claims) implements Command {}

    record Advance(int steps) implements Command {}

    record Requeue(int job) implements Command {}

    record Delete(int job) implements Command {}

    record Cancel(int job) implements Command {}
}
