package io.jobqueue.internal;

import io.jobqueue.JobOutcome;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The totals of a queue that are not counted elsewhere. Successes of tasks and messages are counted by the workers, and
 * accepted jobs by the index of the ready ring, because an increment of a shared counter is dearer than all else that a job
 * costs.
 */
final class Counters {

    /** Accepted jobs that did not enter the ready ring when they were accepted, less elements that entered it again. */
    final LongAdder acceptedElsewhere = new LongAdder();

    final LongAdder rejected = new LongAdder();
    final LongAdder retried = new LongAdder();
    final LongAdder discarded = new LongAdder();

    /** Successes of workers that have gone. */
    final AtomicLong succeededBefore = new AtomicLong();

    private final LongAdder failed = new LongAdder();
    private final LongAdder timedOut = new LongAdder();
    private final LongAdder cancelled = new LongAdder();

    /** Counts an end other than success, which the worker counts. */
    void count(JobOutcome outcome) {
        switch (outcome) {
            case FAILED -> failed.increment();
            case TIMED_OUT -> timedOut.increment();
            case CANCELLED -> cancelled.increment();
            case SUCCEEDED -> throw new IllegalArgumentException("successes are counted by workers");
        }
    }

    long failed() {
        return failed.sum();
    }

    long timedOut() {
        return timedOut.sum();
    }

    long cancelled() {
        return cancelled.sum();
    }
}
