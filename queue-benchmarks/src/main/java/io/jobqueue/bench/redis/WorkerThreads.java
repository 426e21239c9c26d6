package io.jobqueue.bench.redis;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A fixed number of threads that run jobs, with a bound on how many are under way, and the count of those that are. */
final class WorkerThreads implements AutoCloseable {

    private final RedisSubject.Job job;
    private final ExecutorService threads;
    private final int limit;
    private final AtomicInteger underWay = new AtomicInteger();

    /** @param runAhead how many more jobs may be under way than there are workers, so that none of them waits */
    WorkerThreads(int workers, int runAhead, RedisSubject.Job job) {
        this.job = job;
        this.threads = Executors.newFixedThreadPool(workers);
        this.limit = workers + runAhead;
    }

    int free() {
        return limit - underWay.get();
    }

    boolean isIdle() {
        return underWay.get() == 0;
    }

    /** Called by one thread. */
    void run(byte[] payload, Runnable whenDone) {
        underWay.incrementAndGet();
        threads.execute(() -> {
            try {
                job.run(payload);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            underWay.decrementAndGet();
            whenDone.run();
        });
    }

    @Override
    public void close() throws InterruptedException {
        threads.shutdownNow();
        threads.awaitTermination(10, TimeUnit.SECONDS);
    }
}
