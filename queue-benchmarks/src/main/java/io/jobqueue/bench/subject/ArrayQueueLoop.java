package io.jobqueue.bench.subject;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;

/** Threads that take from one array queue: about the least that a pool with a lock can do. */
final class ArrayQueueLoop implements Subject {

    @SuppressWarnings("UnnecessaryLambda") // compared by identity
    private static final Runnable END = () -> {};

    private final BlockingQueue<Runnable> queue;
    private final CountDownLatch running;

    ArrayQueueLoop(Setup setup) {
        queue = new ArrayBlockingQueue<>(setup.capacity());
        running = new CountDownLatch(setup.workers());
        for (int i = 0; i < setup.workers(); i++) {
            setup.threads().factory().newThread(this::loop).start();
        }
    }

    private void loop() {
        try {
            for (Runnable job = queue.take(); job != END; job = queue.take()) {
                job.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            running.countDown();
        }
    }

    @Override
    public void execute(Runnable job) throws InterruptedException {
        queue.put(job);
    }

    @Override
    public void close() throws InterruptedException {
        for (long i = running.getCount(); i > 0; i--) {
            queue.put(END);
        }
        running.await();
    }
}
