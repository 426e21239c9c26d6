package io.jobqueue.redis;

import io.jobqueue.JobQueueException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * One connection and what was sent over it, made when it is first needed by the client of the application's connection factory.
 *
 * <p>Lettuce connects again by itself after a loss, but only after a delay that grows with the outage. So the connection is
 * made anew by who needs it when it has not come back for a second, and also when the factory has another client, as after it
 * was restarted. Any thread.
 */
final class Lane {

    private static final long CLOSE_MILLIS = 200;
    private static final long CONNECT_MILLIS = 5_000;

    /** Lettuce waits longer and longer before it connects again; after this time callers do not rely on it. */
    private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LettuceConnectionFactory factory;
    private final Settings settings;
    private final Duration longestCommand;
    private final Greeting greeting;
    private final ReentrantLock connecting = new ReentrantLock();

    /** Written under {@link #connecting}. */
    private volatile @Nullable Open open;

    private volatile boolean isClosed;

    private final Set<Answer<?>> underWay = ConcurrentHashMap.newKeySet();

    /** What is done with each new connection before it is used. */
    interface Greeting {
        void greet(StatefulConnection<byte[], byte[]> connection, RedisClusterAsyncCommands<byte[], byte[]> commands);
    }

    /** A connection and the client that made it. */
    private static final class Open {
        final AbstractRedisClient client;
        final StatefulConnection<byte[], byte[]> connection;
        final RedisClusterAsyncCommands<byte[], byte[]> commands;

        /** Since when it has been seen without a connection; 0 if it has one. */
        volatile long lostSinceNanos;

        Open(
                AbstractRedisClient client,
                StatefulConnection<byte[], byte[]> connection,
                RedisClusterAsyncCommands<byte[], byte[]> commands) {
            this.client = client;
            this.connection = connection;
            this.commands = commands;
        }
    }

    Lane(LettuceConnectionFactory factory, Settings settings, Duration longestCommand, Greeting greeting) {
        this.factory = factory;
        this.settings = settings;
        this.longestCommand = longestCommand;
        this.greeting = greeting;
    }

    /** Connects if there is no connection; that may take as long as the client's connect timeout. */
    RedisClusterAsyncCommands<byte[], byte[]> commands() {
        Open current = open;
        if (current == null || current.client != factory.getNativeClient() || isLost(current)) {
            current = connect(current);
        }
        return current.commands;
    }

    private static boolean isLost(Open current) {
        if (current.connection.isOpen()) {
            current.lostSinceNanos = 0;
            return false;
        }
        long now = System.nanoTime() | 1;
        if (current.lostSinceNanos == 0) {
            current.lostSinceNanos = now;
        }
        return now - current.lostSinceNanos > LOST_NANOS;
    }

    /** Whether there was a connection and it has not come back in time. */
    boolean isLost() {
        Open current = open;
        return current != null && isLost(current);
    }

    /** Null if there is no connection at the moment. Never waits. */
    @Nullable
    RedisClusterAsyncCommands<byte[], byte[]> commandsIfOpen() {
        Open current = open;
        return current != null && current.connection.isOpen() ? current.commands : null;
    }

    // ---- scripts

    /** Sends a script once. The future may be completed on a thread of the network, which must not be held up. */
    <T> CompletableFuture<T> send(Script<T> script, Keys keys, byte[]... arguments) {
        return send(commands(), script, keys, arguments);
    }

    /** As {@link #send}, but null if there is no connection at the moment. Never waits. */
    @Nullable
    <T> CompletableFuture<T> sendIfOpen(Script<T> script, Keys keys, byte[]... arguments) {
        RedisClusterAsyncCommands<byte[], byte[]> redis = commandsIfOpen();
        return redis == null ? null : send(redis, script, keys, arguments);
    }

    private <T> CompletableFuture<T> send(
            RedisClusterAsyncCommands<byte[], byte[]> redis, Script<T> script, Keys keys, byte[]... arguments) {
        Answer<T> answer = new Answer<>(script.send(redis, keys.of(script), arguments));
        underWay.add(answer);
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
    private final class Answer<T> extends CompletableFuture<T> implements BiConsumer<T, @Nullable Throwable> {

        private final RedisFuture<T> sent;

        Answer(RedisFuture<T> sent) {
            this.sent = sent;
        }

        @Override
        public void accept(T value, @Nullable Throwable error) {
            underWay.remove(this);
            if (error == null) {
                complete(value);
            } else {
                completeExceptionally(error);
            }
        }

        /** What was not sent yet, or is to be sent again, is not. */
        void giveUp(Throwable reason) {
            underWay.remove(this);
            completeExceptionally(reason);
            sent.cancel(false);
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            underWay.remove(this);
            sent.cancel(false);
            return super.cancel(false);
        }
    }

    /**
     * Lettuce would send again what was under way. But a claim must not be sent twice, and an answer of which a part had come
     * would be mixed with the second one.
     */
    private void giveUpAnswers() {
        underWay.forEach(answer -> answer.giveUp(new ConnectionLostException()));
    }

    /** The connection was lost before the answer came. Whether the call was carried out is not known. */
    static final class ConnectionLostException extends Exception {
        ConnectionLostException() {
            super("the connection was lost before the answer came");
        }
    }

    // ---- connecting and closing

    /** Closes the connection; the next call makes another. */
    void drop() {
        connecting.lock();
        try {
            Open current = open;
            open = null;
            close(current);
        } finally {
            connecting.unlock();
        }
    }

    /** Closes the connection for good; returns soon, also when the server is away. */
    void close() {
        isClosed = true;
        drop();
    }

    private Open connect(@Nullable Open unusable) {
        lockInTime();
        try {
            if (isClosed) {
                throw new JobQueueException("the Redis backend of queue '" + settings.queue() + "' is closed");
            }
            AbstractRedisClient client = factory.getRequiredNativeClient();
            Open current = open;
            if (current != null && current != unusable && current.client == client) {
                return current; // somebody was faster
            }
            Open fresh = connectUninterruptibly(client);
            try {
                fresh.connection.setTimeout(longestCommand);
                greeting.greet(fresh.connection, fresh.commands);
            } catch (RuntimeException | Error e) {
                close(fresh);
                throw e;
            }
            fresh.connection.addListener(new RedisConnectionStateListener() {
                @Override
                public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
                    giveUpAnswers();
                }
            });
            giveUpAnswers(); // of the connection that this one replaces
            open = fresh;
            close(current);
            return fresh;
        } finally {
            connecting.unlock();
        }
    }

    /** Who connects may need long, and the others should not wait as long as that. */
    private void lockInTime() {
        long most = Math.max(CONNECT_MILLIS, settings.commandTimeout().toMillis());
        boolean interrupted = Thread.interrupted();
        try {
            if (!connecting.tryLock(most, TimeUnit.MILLISECONDS)) {
                throw new JobQueueException("queue '" + settings.queue()
                        + "': Redis cannot be reached; another thread has tried to connect for more than " + most
                        + " ms");
            }
        } catch (InterruptedException e) {
            interrupted = true;
            connecting.lock();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** An interrupt is kept for later: it is meant for the caller's work, not for a connection that all share. */
    private Open connectUninterruptibly(AbstractRedisClient client) {
        boolean interrupted = Thread.interrupted();
        try {
            return connect(client);
        } catch (RuntimeException e) {
            if (!Thread.interrupted()) {
                throw new JobQueueException(
                        "queue '" + settings.queue() + "': cannot connect to Redis: " + e.getMessage(), e);
            }
            interrupted = true;
            return connect(client);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Open connect(AbstractRedisClient client) {
        if (client instanceof RedisClusterClient cluster) {
            StatefulRedisClusterConnection<byte[], byte[]> connection = cluster.connect(ByteArrayCodec.INSTANCE);
            return new Open(client, connection, connection.async());
        }
        StatefulRedisConnection<byte[], byte[]> connection = ((RedisClient) client).connect(ByteArrayCodec.INSTANCE);
        return new Open(client, connection, connection.async());
    }

    private static void close(@Nullable Open lane) {
        if (lane == null) {
            return;
        }
        try {
            lane.connection.closeAsync().get(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // It is being closed; nobody has to wait for it.
        }
    }
}
