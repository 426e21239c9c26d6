package io.jobqueue;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.event.JobEvent;
import io.jobqueue.event.JobListener;
import io.jobqueue.retry.Backoff;
import io.jobqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JobEventsTest {

    @Test
    void completed_failedAfterRetries_tellsTheAttemptThatFailedLast() throws Exception {
        List<Integer> started = new CopyOnWriteArrayList<>();
        CompletableFuture<JobEvent> end = new CompletableFuture<>();
        try (JobQueue queue = JobQueue.builder("events")
                .retry(RetryPolicy.of(2).withBackoff(Backoff.fixed(Duration.ofMillis(1))))
                .processor("broken", String.class, (payload, context) -> {
                    throw new IllegalStateException("attempt " + context.attempt());
                })
                .listener(new JobListener() {
                    @Override
                    public void started(JobEvent event) {
                        started.add(event.attempt());
                    }

                    @Override
                    public void completed(JobEvent event) {
                        end.complete(event);
                    }
                })
                .build()) {
            queue.start();
            queue.enqueue("broken", "payload");
            JobEvent event = end.get(30, TimeUnit.SECONDS);
            assertThat(event.error()).hasMessage("attempt 3");
            assertThat(event.attempt()).isEqualTo(3);
            assertThat(started).containsExactly(1, 2, 3);
        }
    }
}
