package io.jobqueue.bench.redis;

import io.lettuce.core.RedisURI;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.redisson.Redisson;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RExecutorService;
import org.redisson.api.RedissonClient;
import org.redisson.api.WorkerOptions;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;

/** Redisson's queues. */
final class RedissonSubjects {

    private static final int FOR_PRODUCERS = 64;

    private RedissonSubjects() {}

    private static RedissonClient connect(RedisURI uri, int workers) {
        Config config = new Config();
        config.useSingleServer()
                .setAddress("redis://" + uri.getHost() + ":" + uri.getPort())
                .setConnectionPoolSize(workers + FOR_PRODUCERS);
        return Redisson.create(config);
    }

    private static void disconnect(RedissonClient client) {
        client.shutdown(0, 2, TimeUnit.SECONDS);
    }

    /** Workers that block in {@code take}; a job is gone from the server when it is handed over, so at most once. */
    static final class Queue implements RedisSubject {

        private final RedissonClient client;
        private final RBlockingQueue<byte[]> queue;
        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean closed;

        Queue(Setup setup) {
            client = connect(setup.uri(), setup.workers());
            queue = client.getBlockingQueue(Keys.text("redisson-queue"), ByteArrayCodec.INSTANCE);
            for (int i = 0; i < setup.workers(); i++) {
                threads.add(new Thread(() -> work(setup.job()), "redisson-worker-" + i));
            }
            threads.forEach(Thread::start);
        }

        private void work(Job job) {
            while (!closed) {
                try {
                    job.run(queue.take());
                } catch (InterruptedException | RuntimeException e) {
                    if (!closed) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        }

        @Override
        public void enqueue(byte[] payload) throws InterruptedException {
            queue.put(payload);
        }

        @Override
        public void enqueueAll(List<byte[]> payloads) {
            queue.addAll(payloads);
        }

        @Override
        public long kept() {
            return queue.size();
        }

        @Override
        public void close() throws InterruptedException {
            closed = true;
            for (Thread thread : threads) {
                thread.interrupt();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            disconnect(client);
        }
    }

    /** Tasks that are serialized, as an {@code ExecutorService}. */
    static final class Executor implements RedisSubject {

        private final String id = UUID.randomUUID().toString();
        private final RedissonClient client;
        private final RExecutorService executor;

        Executor(Setup setup) {
            client = connect(setup.uri(), setup.workers());
            executor = client.getExecutorService(Keys.text("redisson-executor"));
            if (setup.workers() > 0) {
                Task.JOBS.put(id, setup.job());
                executor.registerWorkers(WorkerOptions.defaults().workers(setup.workers()));
            }
        }

        @Override
        public void enqueue(byte[] payload) {
            executor.execute(new Task(payload));
        }

        @Override
        public long kept() {
            ToLongFunction<RExecutorService> unfinished = RExecutorService::getTaskCount;
            return unfinished.applyAsLong(executor);
        }

        @Override
        public void close() {
            Task.JOBS.remove(id);
            disconnect(client);
        }

        /** Finds what to do where it runs, since code does not travel. All clients of this JVM do the same. */
        static final class Task implements Runnable, Serializable {

            private static final long serialVersionUID = 1L;
            private static final ConcurrentHashMap<String, Job> JOBS = new ConcurrentHashMap<>();

            private final byte[] payload;

            Task(byte[] payload) {
                this.payload = payload;
            }

            @Override
            public void run() {
                try {
                    JOBS.values().iterator().next().run(payload);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
