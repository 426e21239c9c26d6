package io.jobqueue.bench.subject;

import io.jobqueue.JobQueue;
import io.jobqueue.retry.Backoff;
import io.jobqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.springframework.core.retry.RetryTemplate;

/**
 * Subjects with one worker that run a job again when it fails, after a nanosecond, ten times at most, with a time limit of a
 * minute if they have such a thing.
 */
public final class RetryingSubjects {

    /** A pool's worker runs the job in Spring's retry template, which has no time limit that could end a job. */
    public static final String SPRING_RETRY = "pool-spring-retry";
    /** A pool's worker hands each attempt to a second thread and waits for it with a time limit. */
    public static final String FUTURE_TIMEOUT = "pool-future-timeout";
    /** Calling the job in a loop, without a queue, a thread, or a time limit: the floor, not a peer. */
    public static final String DIRECT = "floor-direct";

    private static final int RETRIES = 10;
    private static final Duration DELAY = Duration.ofNanos(1);
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private RetryingSubjects() {}

    public static Subject create(String name) {
        return switch (name) {
            case Subjects.JOBQUEUE -> jobQueue();
            case SPRING_RETRY -> springRetry();
            case FUTURE_TIMEOUT -> new FutureTimeout();
            case DIRECT -> new Direct();
            default -> throw new IllegalArgumentException("subject: '" + name + "' does not retry");
        };
    }

    private static Subject jobQueue() {
        JobQueue queue = JobQueue.builder("bench")
                .workerCount(1)
                .timeout(TIMEOUT)
                .retry(RetryPolicy.of(RETRIES).withBackoff(Backoff.fixed(DELAY)))
                .build();
        queue.start();
        return new Subject() {
            @Override
            public void execute(Runnable job) {
                queue.execute(job);
            }

            @Override
            public void close() {
                queue.close();
            }
        };
    }

    private static Subject springRetry() {
        RetryTemplate template = new RetryTemplate(org.springframework.core.retry.RetryPolicy.builder()
                .maxRetries(RETRIES)
                .delay(DELAY)
                .build());
        ExecutorSubject pool = new ExecutorSubject(Executors.newFixedThreadPool(1));
        return new Subject() {
            @Override
            public void execute(Runnable job) {
                pool.execute(() -> template.invoke(job));
            }

            @Override
            public void close() throws InterruptedException {
                pool.close();
            }
        };
    }

    /** See {@link #FUTURE_TIMEOUT}. */
    private static final class FutureTimeout implements Subject {

        private final ExecutorSubject pool = new ExecutorSubject(Executors.newFixedThreadPool(1));
        private final ExecutorService attempts = Executors.newCachedThreadPool();

        @Override
        public void execute(Runnable job) {
            pool.execute(() -> runWithRetries(job));
        }

        private void runWithRetries(Runnable job) {
            for (int attempt = 0; attempt <= RETRIES; attempt++) {
                try {
                    attempts.submit(job).get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                    return;
                } catch (ExecutionException expected) {
                    // The next attempt follows.
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        @Override
        public void close() throws InterruptedException {
            pool.close();
            attempts.shutdown();
        }
    }

    /** See {@link #DIRECT}. */
    private static final class Direct implements Subject {

        @Override
        public void execute(Runnable job) {
            for (int attempt = 0; attempt <= RETRIES; attempt++) {
                try {
                    job.run();
                    return;
                } catch (RuntimeException expected) {
                    // The next attempt follows.
                }
            }
        }

        @Override
        public void close() {}
    }
}
