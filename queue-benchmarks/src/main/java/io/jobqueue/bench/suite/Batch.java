package io.jobqueue.bench.suite;

import io.jobqueue.bench.run.WrongResultException;
import io.jobqueue.bench.subject.Subject;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Empty jobs that may fail a few times first, used again and again so that all allocation is the subject's. Each tells the waiting producer that it ran
 * and counts that in itself, which is cheap; {@link #verify} compares the counts in the end.
 *
 * <p>One producer thread calls everything; the jobs run anywhere.
 */
final class Batch {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Job[] jobs;
    private final int[] submitted;
    private final long patienceNanos;
    private final RuntimeException failure = new ExpectedFailureException();
    private final AtomicInteger outstanding = new AtomicInteger();
    private volatile Thread producer = Thread.currentThread();

    Batch(int size) {
        this(size, 0, PATIENCE);
    }

    /** Of jobs that fail so many times before they run through, with another limit for {@link #await()}. */
    Batch(int size, int failures, Duration patience) {
        patienceNanos = patience.toNanos();
        jobs = new Job[size];
        submitted = new int[size];
        for (int i = 0; i < size; i++) {
            jobs[i] = new Job(failures);
        }
    }

    int size() {
        return jobs.length;
    }

    /** Submits the first {@code count} jobs without waiting for them. */
    void submit(Subject subject, int count) throws Exception {
        producer = Thread.currentThread();
        outstanding.addAndGet(count);
        for (int i = 0; i < count; i++) {
            submitted[i]++;
            subject.execute(jobs[i]);
        }
    }

    /** Waits until as many jobs have run as were submitted. */
    void await() {
        long deadline = System.nanoTime() + patienceNanos;
        while (outstanding.get() > 0) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new WrongResultException(
                        outstanding.get() + " jobs had not run after " + Duration.ofNanos(patienceNanos));
            }
            LockSupport.parkNanos(this, left);
        }
    }

    /** To be called when the subject has been closed. */
    void verify() {
        for (int i = 0; i < jobs.length; i++) {
            if (jobs[i].runs != submitted[i]) {
                throw new WrongResultException(
                        "job " + i + " was submitted " + submitted[i] + " times and ran " + jobs[i].runs + " times");
            }
        }
    }

    /** Empty but for its signal. */
    private final class Job implements Runnable {

        private final int failures;
        private int failed;
        private int runs; // written by one worker at a time, read when the subject has been closed

        Job(int failures) {
            this.failures = failures;
        }

        @Override
        public void run() {
            if (failed < failures) {
                failed++;
                throw failure;
            }
            failed = 0;
            runs++;
            if (outstanding.decrementAndGet() == 0) {
                LockSupport.unpark(producer);
            }
        }
    }

    /** Costs next to nothing to throw. */
    private static final class ExpectedFailureException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        ExpectedFailureException() {
            super("as expected", null, false, false);
        }
    }
}
