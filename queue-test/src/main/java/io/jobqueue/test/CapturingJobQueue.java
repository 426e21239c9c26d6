package io.jobqueue.test;

import io.jobqueue.DrainReport;
import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobDefinition;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueState;
import io.jobqueue.QueueStats;
import io.jobqueue.event.JobListener;
import io.jobqueue.spi.QueueInspection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** The queue that the code under test is given: notes what is enqueued, and leaves running jobs to the test. */
final class CapturingJobQueue implements JobQueue {

    private final JobQueue queue;
    private final TestJobQueue harness;
    private final List<CapturedJob> captured = new CopyOnWriteArrayList<>();

    CapturingJobQueue(JobQueue queue, TestJobQueue harness) {
        this.queue = queue;
        this.harness = harness;
    }

    List<CapturedJob> captured() {
        return List.copyOf(captured);
    }

    void forget() {
        captured.clear();
    }

    // ---- captured

    @Override
    public String enqueue(String name, @Nullable Object payload, EnqueueOptions options) {
        String id = queue.enqueue(name, payload, options);
        captured.add(new CapturedJob(id, name, payload, options));
        return id;
    }

    @Override
    public String enqueue(Object payload) {
        String id = queue.enqueue(payload);
        captured.add(new CapturedJob(id, harness.nameOf(id), payload, EnqueueOptions.defaults()));
        return id;
    }

    @Override
    public List<String> enqueueAll(String name, Collection<?> payloads, EnqueueOptions options) {
        List<?> inOrder = new ArrayList<>(payloads);
        List<String> ids = queue.enqueueAll(name, inOrder, options);
        Iterator<String> id = ids.iterator();
        for (Object payload : inOrder) {
            captured.add(new CapturedJob(id.next(), name, payload, options));
        }
        return ids;
    }

    // ---- left to the test

    @Override
    public void start() {
        // Jobs run when the test says so.
    }

    @Override
    public boolean awaitIdle(Duration timeout) {
        harness.drain();
        return true;
    }

    @Override
    public DrainReport drain(Duration timeout) {
        harness.drain();
        return queue.drain(timeout);
    }

    @Override
    public void close() {
        harness.drain();
        queue.close();
    }

    // ---- handed on

    @Override
    public String name() {
        return queue.name();
    }

    @Override
    public void execute(Runnable task) {
        queue.execute(task);
    }

    @Override
    public <T> CompletableFuture<T> submit(Callable<T> task, EnqueueOptions options) {
        return queue.submit(task, options);
    }

    @Override
    public boolean cancel(String id) {
        return queue.cancel(id);
    }

    @Override
    public void register(JobDefinition definition) {
        queue.register(definition);
    }

    @Override
    public ExecutorService asExecutor() {
        return queue.asExecutor();
    }

    @Override
    public QueueState state() {
        return queue.state();
    }

    @Override
    public void pause() {
        queue.pause();
    }

    @Override
    public void resume() {
        queue.resume();
    }

    @Override
    public void updateWorkerCount(int workerCount) {
        queue.updateWorkerCount(workerCount);
    }

    @Override
    public int workerCount() {
        return queue.workerCount();
    }

    @Override
    public DrainReport stop(Duration timeout) {
        return queue.stop(timeout);
    }

    @Override
    public QueueStats stats() {
        return queue.stats();
    }

    @Override
    public Optional<QueueInspection> inspection() {
        return queue.inspection();
    }

    @Override
    public void addListener(JobListener listener) {
        queue.addListener(listener);
    }

    @Override
    public void removeListener(JobListener listener) {
        queue.removeListener(listener);
    }
}
