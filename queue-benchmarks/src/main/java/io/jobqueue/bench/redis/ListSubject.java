package io.jobqueue.bench.redis;

import io.lettuce.core.LMoveArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The queue that everybody writes first: {@code RPUSH}, and workers that each block in {@code BLMOVE} on a connection of their
 * own and end with {@code LREM}. Nothing is fenced, retried or counted, and what a crash leaves behind nobody finds.
 */
final class ListSubject implements RedisSubject {

    private static final double BLOCK_SECONDS = 2;
    private static final byte[] JOBS = Keys.of("list");
    private static final byte[] RUNNING = Keys.of("running");

    private final Job job;
    private final RedisClient client;
    private final StatefulRedisConnection<byte[], byte[]> shared;
    private final List<StatefulRedisConnection<byte[], byte[]>> connections = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    ListSubject(Setup setup) {
        job = setup.job();
        client = RedisClient.create(setup.uri());
        shared = client.connect(ByteArrayCodec.INSTANCE);
        for (int i = 0; i < setup.workers(); i++) {
            StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
            connections.add(connection);
            threads.add(new Thread(() -> work(connection.sync()), "list-worker-" + i));
        }
        threads.forEach(Thread::start);
    }

    @Override
    public void enqueue(byte[] payload) {
        shared.sync().rpush(JOBS, payload);
    }

    @Override
    public void enqueueAll(List<byte[]> payloads) {
        shared.sync().rpush(JOBS, payloads.toArray(byte[][]::new));
    }

    private void work(RedisCommands<byte[], byte[]> own) {
        while (!closed) {
            try {
                byte[] payload = own.blmove(JOBS, RUNNING, LMoveArgs.Builder.leftRight(), BLOCK_SECONDS);
                if (payload != null) {
                    job.run(payload);
                    own.lrem(RUNNING, 1, payload);
                }
            } catch (RedisException | InterruptedException e) {
                if (!closed) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    @Override
    public long kept() {
        RedisAsyncCommands<byte[], byte[]> async = shared.async();
        // In this order: a job moves from the first to the second list meanwhile, not back.
        var waiting = async.llen(JOBS);
        var running = async.llen(RUNNING);
        return waiting.toCompletableFuture().join()
                + running.toCompletableFuture().join();
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        for (StatefulRedisConnection<byte[], byte[]> connection : connections) {
            connection.close();
        }
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join();
        }
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }
}
