package io.jobqueue.bench.redis;

import io.lettuce.core.Consumer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * A limit, written by hand: a stream with one group, read in batches of 100 by one thread; another one acknowledges and
 * deletes what has ended, in batches of 100 and one pipeline. Nothing is fenced, renewed, retried or counted.
 */
final class StreamSubject implements RedisSubject {

    private static final int BATCH = 100;
    private static final Duration BLOCK = Duration.ofSeconds(1);
    private static final byte[] STREAM = Keys.of("stream");
    private static final byte[] GROUP = Keys.of("group");
    private static final byte[] FIELD = {'j'};

    private final RedisClient client;
    private final RedisAsyncCommands<byte[], byte[]> async;
    private final RedisCommands<byte[], byte[]> sync;
    private final StatefulRedisConnection<byte[], byte[]> reading;
    private final Consumer<byte[]> name =
            Consumer.from(GROUP, UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII));

    private final boolean consumes;
    private final Semaphore free;
    private final WorkerThreads workers;
    private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
    private final Thread reader = new Thread(this::read, "stream-reader");
    private final Thread acknowledger = new Thread(this::acknowledge, "stream-acknowledger");
    private volatile boolean closed;

    StreamSubject(Setup setup) {
        client = RedisClient.create(setup.uri());
        StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
        async = connection.async();
        sync = connection.sync();
        reading = client.connect(ByteArrayCodec.INSTANCE);
        consumes = setup.workers() > 0;
        free = new Semaphore(setup.workers() + BATCH);
        workers = new WorkerThreads(Math.max(1, setup.workers()), BATCH, setup.job());
        createGroup();
        if (consumes) {
            reader.start();
            acknowledger.start();
        }
    }

    private void createGroup() {
        try {
            sync.xgroupCreate(StreamOffset.from(STREAM, "0"), GROUP, XGroupCreateArgs.Builder.mkstream());
        } catch (RedisException exists) {
            // Another client was faster.
        }
    }

    @Override
    public void enqueue(byte[] payload) {
        sync.xadd(STREAM, FIELD, payload);
    }

    @Override
    public void enqueueAll(List<byte[]> payloads) throws ExecutionException, InterruptedException {
        List<RedisFuture<String>> answers = new ArrayList<>();
        for (byte[] payload : payloads) {
            answers.add(async.xadd(STREAM, FIELD, payload));
        }
        for (RedisFuture<String> answer : answers) {
            answer.get();
        }
    }

    private void read() {
        while (!closed) {
            try {
                free.acquire();
                int more = Math.min(free.availablePermits(), BATCH - 1);
                free.acquire(more);
                List<StreamMessage<byte[], byte[]>> messages = readUpTo(more + 1);
                free.release(more + 1 - messages.size());
                for (StreamMessage<byte[], byte[]> message : messages) {
                    workers.run(message.getBody().values().iterator().next(), () -> end(message.getId()));
                }
            } catch (InterruptedException | RedisException e) {
                if (!closed) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    @SuppressWarnings("unchecked") // generic varargs
    private List<StreamMessage<byte[], byte[]>> readUpTo(int count) {
        List<StreamMessage<byte[], byte[]>> messages = reading.sync()
                .xreadgroup(name, XReadArgs.Builder.count(count).block(BLOCK), StreamOffset.lastConsumed(STREAM));
        return messages;
    }

    private void end(String id) {
        free.release();
        ended.add(id);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the answer comes before the next call's, which is awaited
    private void acknowledge() {
        List<String> batch = new ArrayList<>();
        while (!closed) {
            try {
                batch.clear();
                batch.add(ended.take());
                ended.drainTo(batch, BATCH - 1);
                String[] ids = batch.toArray(String[]::new);
                async.xack(STREAM, GROUP, ids);
                async.xdel(STREAM, ids).get();
            } catch (InterruptedException | ExecutionException | RedisException e) {
                if (!closed) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    @Override
    public long kept() {
        return sync.xlen(STREAM);
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        reading.close();
        reader.interrupt();
        acknowledger.interrupt();
        if (consumes) {
            reader.join();
            acknowledger.join();
        }
        workers.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }
}
