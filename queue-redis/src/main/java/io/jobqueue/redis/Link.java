package io.jobqueue.redis;

import io.jobqueue.JobQueueException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The connections of one backend: one for all commands, one for the command that waits, so that nothing ever stands behind
 * it. Both are made by the client of the application's connection factory, and so know its servers, credentials and TLS.
 *
 * <p>Lettuce connects again by itself. Connections are made anew when the factory has another client, as after its restart,
 * and when one does not come back. Any thread.
 */
final class Link implements AutoCloseable {

    private static final long CLOSE_MILLIS = 200;
    private static final byte[] PAUSED = Bytes.of("paused");

    private final LettuceConnectionFactory factory;
    private final Settings settings;
    private final Keys keys;
    private final ReentrantLock connecting = new ReentrantLock();

    /** Guarded by {@link #connecting} for writing. */
    private volatile @Nullable Lane commands;

    private volatile @Nullable Lane waiting;
    private volatile boolean closed;

    /** A connection, and the client that made it. */
    private record Lane(
            AbstractRedisClient client,
            StatefulConnection<byte[], byte[]> connection,
            RedisClusterAsyncCommands<byte[], byte[]> commands) {}

    Link(LettuceConnectionFactory factory, Settings settings) {
        this.factory = factory;
        this.settings = settings;
        this.keys = new Keys(settings.namespace(), settings.queue());
    }

    Keys keys() {
        return keys;
    }

    // ---- calls

    /** Runs a script and waits for its answer. Interrupts are kept for later. */
    <T> T call(Script<T> script, byte[]... arguments) {
        return await(script.name, send(script, arguments));
    }

    /** Sends a script. The future may be completed on a thread of the network, which must not be held up. */
    <T> CompletableFuture<T> send(Script<T> script, byte[]... arguments) {
        RedisClusterAsyncCommands<byte[], byte[]> redis = commands();
        Answer<T> answer = new Answer<>(script.send(redis, keys.of(script), arguments));
        answer.sent.whenComplete((value, error) -> {
            if (error instanceof RedisNoScriptException) {
                script.sendSource(redis, keys.of(script), arguments).whenComplete(answer);
            } else {
                answer.accept(value, error);
            }
        });
        return answer;
    }

    /** The answer of a script, sent again if the server did not know it. */
    private static final class Answer<T> extends CompletableFuture<T> implements BiConsumer<T, @Nullable Throwable> {

        private final RedisFuture<T> sent;

        Answer(RedisFuture<T> sent) {
            this.sent = sent;
        }

        @Override
        public void accept(T value, @Nullable Throwable error) {
            if (error == null) {
                complete(value);
            } else {
                completeExceptionally(error);
            }
        }

        /** What was not sent yet, because the connection is lost, is not sent when it is back. */
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            sent.cancel(false);
            return super.cancel(false);
        }
    }

    /** Waits for an answer as long as settings allow. */
    <T> T await(String what, Future<T> answer) {
        long end = System.nanoTime() + settings.commandTimeout().toNanos();
        boolean interrupted = false;
        try {
            for (; ; ) {
                try {
                    return answer.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw failure(what, String.valueOf(cause.getMessage()), cause);
        } catch (TimeoutException e) {
            answer.cancel(false);
            throw failure(what, "no answer within " + settings.commandTimeout().toMillis() + " ms", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private JobQueueException failure(String what, String why, Throwable cause) {
        return new JobQueueException("queue '" + settings.queue() + "': " + what + " failed in Redis: " + why, cause);
    }

    // ---- connections

    RedisClusterAsyncCommands<byte[], byte[]> commands() {
        Lane lane = commands;
        if (lane == null || lane.client != factory.getNativeClient()) {
            lane = open(false);
        }
        return lane.commands;
    }

    /** The connection for commands that wait. Of one thread. */
    RedisClusterAsyncCommands<byte[], byte[]> waitingCommands() {
        Lane lane = waiting;
        if (lane == null || lane.client != factory.getNativeClient()) {
            lane = open(true);
        }
        return lane.commands;
    }

    /** Gives a token for waiting nodes back, if the server can be reached. Never waits. */
    void handBack(byte[] token) {
        Lane lane = commands;
        if (lane != null) {
            Future<Long> unused = lane.commands.rpush(keys.wake(), token);
        }
    }

    /** Takes a node off the list. Fails at once if there is no connection. */
    Future<Long> leave(byte[] node) {
        Lane lane = commands;
        if (lane == null || !lane.connection.isOpen()) {
            return CompletableFuture.failedFuture(new IllegalStateException("not connected"));
        }
        return lane.commands.zrem(keys.nodes(), node);
    }

    boolean isPaused() {
        return await("isPaused", commands().hexists(keys.meta(), PAUSED));
    }

    /** Gives up the connection for commands that wait, because it does not answer. */
    void dropWaiting() {
        connecting.lock();
        try {
            close(waiting);
            waiting = null;
        } finally {
            connecting.unlock();
        }
    }

    private Lane open(boolean forWaiting) {
        connecting.lock();
        try {
            Lane lane = forWaiting ? waiting : commands;
            AbstractRedisClient client = factory.getRequiredNativeClient();
            if (closed) {
                throw new JobQueueException("the Redis backend of queue '" + settings.queue() + "' is closed");
            }
            if (lane != null && lane.client == client) {
                return lane;
            }
            close(lane);
            lane = connectUninterruptibly(client);
            if (forWaiting) {
                waiting = lane;
            } else {
                commands = lane;
            }
            return lane;
        } finally {
            connecting.unlock();
        }
    }

    /** An interrupt is kept for later: it is meant for the caller's work, not for a connection that all share. */
    private static Lane connectUninterruptibly(AbstractRedisClient client) {
        boolean interrupted = Thread.interrupted();
        try {
            return connect(client);
        } catch (RuntimeException e) {
            if (!Thread.interrupted()) {
                throw e;
            }
            interrupted = true;
            return connect(client);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Lane connect(AbstractRedisClient client) {
        if (client instanceof RedisClusterClient cluster) {
            StatefulRedisClusterConnection<byte[], byte[]> connection = cluster.connect(ByteArrayCodec.INSTANCE);
            return new Lane(client, connection, connection.async());
        }
        StatefulRedisConnection<byte[], byte[]> connection = ((RedisClient) client).connect(ByteArrayCodec.INSTANCE);
        return new Lane(client, connection, connection.async());
    }

    /** Closes both connections; returns soon, also when the server is away. */
    @Override
    public void close() {
        connecting.lock();
        try {
            closed = true;
            close(commands);
            close(waiting);
            commands = null;
            waiting = null;
        } finally {
            connecting.unlock();
        }
    }

    private static void close(@Nullable Lane lane) {
        if (lane != null) {
            try {
                lane.connection.closeAsync().get(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException e) {
                // It is being closed; nobody has to wait for it.
            }
        }
    }
}
