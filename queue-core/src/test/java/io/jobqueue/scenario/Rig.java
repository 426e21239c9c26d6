package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/**
 * Builds the queues of one test and cleans up after it: opens every gate, closes every queue, and fails the test if a
 * thread is left.
 */
final class Rig implements AutoCloseable {

    private final String name;
    private final ThreadMode mode;
    private final int workers;
    private final TrackedThreads threads;
    private final List<JobQueue> queues = new ArrayList<>();
    private final List<Gate> gates = new ArrayList<>();

    Rig(String name, ThreadMode mode, int workers) {
        this.name = name;
        this.mode = mode;
        this.workers = workers;
        this.threads = new TrackedThreads(mode.factory());
    }

    ThreadMode mode() {
        return mode;
    }

    int workers() {
        return workers;
    }

    /** The workers' threads of all queues of this test. */
    TrackedThreads threads() {
        return threads;
    }

    /** A queue that is not started. */
    JobQueue queue(Consumer<JobQueueBuilder> settings) {
        JobQueueBuilder builder = JobQueue.builder(name + "-" + queues.size())
                .workerCount(workers)
                .threadFactory(threads)
                .drainTimeout(Duration.ofSeconds(5))
                .drainGrace(Duration.ofMillis(200));
        settings.accept(builder);
        JobQueue queue = builder.build();
        queues.add(queue);
        return queue;
    }

    JobQueue queue() {
        return queue(settings -> {});
    }

    JobQueue started(Consumer<JobQueueBuilder> settings) {
        JobQueue queue = queue(settings);
        queue.start();
        return queue;
    }

    JobQueue started() {
        return started(settings -> {});
    }

    /** A gate that opens at the end of the test at the latest. */
    Gate gate() {
        Gate gate = new Gate();
        gates.add(gate);
        return gate;
    }

    /** Calls something on a thread of its own that ends with the test at the latest. */
    <T> FutureTask<T> aside(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = new Thread(task, "aside");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    /** Whether the queue's own threads and all workers are gone. */
    boolean isThreadless(JobQueue queue) {
        return threads.alive().isEmpty() && LiveThreads.ofQueues(queue.name()).isEmpty();
    }

    @Override
    public void close() {
        gates.forEach(Gate::open);
        for (JobQueue queue : queues) {
            assertThat(aside(() -> queue.drain(Duration.ofSeconds(2))))
                    .as("closing " + queue.name())
                    .succeedsWithin(Soon.PROGRESS);
        }
        Soon.untilAsserted(
                () -> assertThat(threads.alive()).as("worker threads left").isEmpty());
    }
}
