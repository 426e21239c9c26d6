package io.jobqueue.bench.subject;

import java.lang.reflect.Method;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** A virtual thread per job; a semaphore holds them to the worker count. */
final class SemaphoreSubject implements Subject {

    private final Semaphore permits;
    private final ExecutorService executor;

    SemaphoreSubject(Setup setup) throws ReflectiveOperationException {
        permits = new Semaphore(setup.workers());
        Method threadPerTask = Executors.class.getMethod("newThreadPerTaskExecutor", ThreadFactory.class);
        executor = (ExecutorService) threadPerTask.invoke(null, ThreadKind.VIRTUAL.factory());
    }

    @Override
    public void execute(Runnable job) {
        executor.execute(() -> {
            permits.acquireUninterruptibly();
            try {
                job.run();
            } finally {
                permits.release();
            }
        });
    }

    @Override
    public void close() throws InterruptedException {
        executor.shutdown();
        if (!executor.awaitTermination(1, TimeUnit.HOURS)) {
            throw new IllegalStateException("the executor did not terminate within an hour");
        }
    }
}
