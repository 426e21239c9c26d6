package io.jobqueue.bench.subject;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Any executor service of the JDK. */
final class ExecutorSubject implements Subject {

    private final ExecutorService executor;

    ExecutorSubject(ExecutorService executor) {
        this.executor = executor;
    }

    static Subject fixedPool(Setup setup) {
        return new ExecutorSubject(
                Executors.newFixedThreadPool(setup.workers(), setup.threads().factory()));
    }

    @Override
    public void execute(Runnable job) {
        executor.execute(job);
    }

    @Override
    public void close() throws InterruptedException {
        executor.shutdown();
        if (!executor.awaitTermination(1, TimeUnit.HOURS)) {
            throw new IllegalStateException("the executor did not terminate within an hour");
        }
    }
}
