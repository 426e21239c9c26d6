package io.jobqueue.bench.redis;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobQueue;
import io.jobqueue.redis.RedisBackend;
import io.jobqueue.spi.PayloadCodec;
import io.jobqueue.spi.QueueCounts;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** JobQueue with the Redis backend as a user would build it, with a connection factory of its own. */
final class JobQueueSubject implements RedisSubject {

    private static final String NAME = "bench";

    private final LettuceConnectionFactory connections;
    private final JobQueue queue;

    JobQueueSubject(Setup setup) {
        connections = new LettuceConnectionFactory(new RedisStandaloneConfiguration(
                setup.uri().getHost(), setup.uri().getPort()));
        connections.start();
        queue = JobQueue.builder(NAME)
                .workerCount(setup.workers())
                .codec(new Bytes())
                .backend(RedisBackend.builder(connections, NAME).build())
                .processor(NAME, byte[].class, (payload, context) -> setup.job().run(payload))
                .build();
        if (setup.workers() > 0) {
            queue.start();
        }
    }

    @Override
    public void enqueue(byte[] payload) {
        queue.enqueue(NAME, payload);
    }

    @Override
    public void enqueueAll(List<byte[]> payloads) {
        queue.enqueueAll(NAME, payloads, EnqueueOptions.defaults());
    }

    @Override
    public long kept() {
        QueueCounts counts = queue.inspection().orElseThrow().counts();
        return counts.waiting() + counts.delayed() + counts.running() + counts.dead();
    }

    @Override
    public void close() {
        queue.close();
        connections.destroy();
    }

    /** Payloads that are bytes already. */
    private static final class Bytes implements PayloadCodec {

        @Override
        public String contentType() {
            return "application/octet-stream";
        }

        @Override
        public byte[] encode(@Nullable Object payload) {
            return (byte[]) Objects.requireNonNull(payload, "payload");
        }

        @Override
        public byte[] decode(byte[] bytes, String contentType, Type type) {
            return bytes;
        }
    }
}
