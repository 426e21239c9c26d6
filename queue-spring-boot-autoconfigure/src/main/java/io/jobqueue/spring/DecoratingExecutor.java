package io.jobqueue.spring;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.springframework.core.task.TaskDecorator;

/** A queue's view as an executor whose tasks carry what the application's decorators capture on the caller's thread. */
final class DecoratingExecutor extends AbstractExecutorService {

    private final ExecutorService delegate;
    private final TaskDecorator decorator;

    DecoratingExecutor(ExecutorService delegate, TaskDecorator decorator) {
        this.delegate = delegate;
        this.decorator = decorator;
    }

    @Override
    public void execute(Runnable task) {
        delegate.execute(decorator.decorate(task));
    }

    @Override
    public void shutdown() {
        delegate.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return delegate.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return delegate.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return delegate.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return delegate.awaitTermination(timeout, unit);
    }
}
