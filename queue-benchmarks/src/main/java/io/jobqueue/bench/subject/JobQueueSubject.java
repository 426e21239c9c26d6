package io.jobqueue.bench.subject;

import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueBuilder;
import io.jobqueue.bench.run.WrongResultException;
import io.jobqueue.event.JobEvent;
import io.jobqueue.event.JobListener;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** JobQueue with default settings, in memory, through its public interface. */
final class JobQueueSubject implements Subject {

    private final JobQueue queue;
    private final @Nullable CompletionCount completions;

    private JobQueueSubject(JobQueueBuilder builder, @Nullable CompletionCount completions) {
        this.queue = builder.build();
        this.completions = completions;
        queue.start();
    }

    static Subject plain(Setup setup) {
        return new JobQueueSubject(builder(setup), null);
    }

    static Subject listened(Setup setup) {
        CompletionCount completions = new CompletionCount();
        return new JobQueueSubject(builder(setup).listener(completions), completions);
    }

    private static JobQueueBuilder builder(Setup setup) {
        return JobQueue.builder("bench")
                .workerCount(setup.workers())
                .virtualThreads(setup.threads() == ThreadKind.VIRTUAL)
                .drainTimeout(Duration.ofHours(1));
    }

    @Override
    public void execute(Runnable job) {
        queue.execute(job);
    }

    @Override
    public void close() {
        queue.close();
        if (completions != null) {
            completions.requireEqual(queue.stats().submitted());
        }
    }

    /** Counts what a listener hears. */
    private static final class CompletionCount implements JobListener {

        private final LongAdder count = new LongAdder();

        @Override
        public void completed(JobEvent event) {
            count.increment();
        }

        void requireEqual(long submitted) {
            if (count.sum() != submitted) {
                throw new WrongResultException("the listener heard of " + count.sum() + " of " + submitted + " jobs");
            }
        }
    }
}
