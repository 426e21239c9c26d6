package io.jobqueue.internal;

import io.jobqueue.*;
import io.jobqueue.event.JobListener;
import io.jobqueue.spi.QueueInspection;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import org.jspecify.annotations.Nullable;

public final class DefaultJobQueue implements JobQueue {
    public DefaultJobQueue(QueueSettings s) {}

    private static UnsupportedOperationException e() {
        return new UnsupportedOperationException();
    }

    @Override
    public String name() {
        throw e();
    }

    @Override
    public void execute(Runnable task) {
        throw e();
    }

    @Override
    public <T> CompletableFuture<T> submit(Callable<T> task, EnqueueOptions options) {
        throw e();
    }

    @Override
    public String enqueue(String name, @Nullable Object payload, EnqueueOptions options) {
        throw e();
    }

    @Override
    public String enqueue(Object payload) {
        throw e();
    }

    @Override
    public List<String> enqueueAll(String name, Collection<?> payloads, EnqueueOptions options) {
        throw e();
    }

    @Override
    public boolean cancel(String id) {
        throw e();
    }

    @Override
    public void register(JobDefinition definition) {
        throw e();
    }

    @Override
    public ExecutorService asExecutor() {
        throw e();
    }

    @Override
    public QueueState state() {
        throw e();
    }

    @Override
    public void start() {
        throw e();
    }

    @Override
    public void pause() {
        throw e();
    }

    @Override
    public void resume() {
        throw e();
    }

    @Override
    public void updateWorkerCount(int workerCount) {
        throw e();
    }

    @Override
    public int workerCount() {
        throw e();
    }

    @Override
    public boolean awaitIdle(Duration timeout) {
        throw e();
    }

    @Override
    public DrainReport stop(Duration timeout) {
        throw e();
    }

    @Override
    public DrainReport drain(Duration timeout) {
        throw e();
    }

    @Override
    public void close() {
        throw e();
    }

    @Override
    public QueueStats stats() {
        throw e();
    }

    @Override
    public Optional<QueueInspection> inspection() {
        throw e();
    }

    @Override
    public void addListener(JobListener listener) {
        throw e();
    }

    @Override
    public void removeListener(JobListener listener) {
        throw e();
    }
}
