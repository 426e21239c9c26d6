package io.jobqueue.redis;

import io.jobqueue.JobQueueException;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * What a backend says to its server: scripts and a few commands, over one connection that all threads share and one for the
 * command that waits, so that nothing ever stands behind it.
 */
final class Link implements AutoCloseable {

    private static final byte[] PAUSED = Bytes.of("paused");
    private static final long MICROS_PER_SECOND = 1_000_000;

    private final Settings settings;
    private final Keys keys;
    private final Lane shared;
    private final Lane waiting;
    private final ServerCheck check;
    private final ServerClock clock = new ServerClock(System::nanoTime);

    private final Set<Answer<?>> underWay = ConcurrentHashMap.newKeySet();

    Link(LettuceConnectionFactory factory, Settings settings) {
        this.settings = settings;
        this.keys = new Keys(settings.namespace(), settings.queue());
        this.check = new ServerCheck(settings, keys);
        Duration longestWait = settings.commandTimeout().plusSeconds(WakeLine.BLOCK_SECONDS);
        this.shared = new Lane(factory, settings, settings.commandTimeout(), this::greet);
        this.waiting = new Lane(factory, settings, longestWait, (connection, commands) -> {});
    }

    private void greet(
            StatefulConnection<byte[], byte[]> connection, RedisClusterAsyncCommands<byte[], byte[]> commands) {
        check.check(commands);
        List<byte[]> time = await("connecting", commands.time());
        clock.learn(
                Long.parseLong(Bytes.text(time.get(0))) * MICROS_PER_SECOND + Long.parseLong(Bytes.text(time.get(1))));
        connection.addListener(new RedisConnectionStateListener() {
            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
                giveUpAnswers();
            }
        });
        giveUpAnswers(); // of the connection that this one replaces
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

    /** Connects, unless there is a connection already. */
    void connect() {
        shared.commands();
    }

    /** The server's clock. Connects if it was never read. */
    ServerClock clock() {
        if (!clock.isKnown()) {
            connect();
        }
        return clock;
    }

    Keys keys() {
        return keys;
    }

    // ---- scripts

    /**
     * Runs a script and waits for its answer. Sends it again if the connection is lost meanwhile, so it must be one that may
     * be carried out twice. Interrupts are kept for later.
     */
    <T> T call(Script<T> script, byte[]... arguments) {
        long end = System.nanoTime() + settings.commandTimeout().toNanos();
        for (; ; ) {
            try {
                return await(script.name, send(script, arguments), end);
            } catch (JobQueueException e) {
                if (!isConnectionLost(e) || end - System.nanoTime() <= 0) {
                    throw e;
                }
            }
        }
    }

    /** Lettuce may notice first, and then fails what it was just reading or writing with what the socket said. */
    static boolean isConnectionLost(JobQueueException e) {
        return e.getCause() instanceof ConnectionLostException || e.getCause() instanceof IOException;
    }

    /** Sends a script once. The future may be completed on a thread of the network, which must not be held up. */
    <T> CompletableFuture<T> send(Script<T> script, byte[]... arguments) {
        RedisClusterAsyncCommands<byte[], byte[]> redis = shared.commands();
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

    /** Waits for an answer as long as settings allow. */
    <T> T await(String what, Future<T> answer) {
        return await(what, answer, System.nanoTime() + settings.commandTimeout().toNanos());
    }

    private <T> T await(String what, Future<T> answer, long endNanos) {
        try {
            return awaitUninterruptibly(answer, endNanos);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw failure(what, String.valueOf(cause.getMessage()), cause);
        } catch (TimeoutException e) {
            answer.cancel(false);
            throw failure(what, "no answer within " + settings.commandTimeout().toMillis() + " ms", e);
        }
    }

    private static <T> T awaitUninterruptibly(Future<T> answer, long endNanos)
            throws ExecutionException, TimeoutException {
        boolean interrupted = false;
        try {
            for (; ; ) {
                try {
                    return answer.get(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private JobQueueException failure(String what, String why, Throwable cause) {
        return new JobQueueException("queue '" + settings.queue() + "': " + what + " failed in Redis: " + why, cause);
    }

    // ---- single commands

    boolean isPaused() {
        return await("isPaused", shared.commands().hexists(keys.meta(), PAUSED));
    }

    /** The commands of the connection for what waits. Of one thread. */
    RedisClusterAsyncCommands<byte[], byte[]> waitingCommands() {
        return waiting.commands();
    }

    /** Whether the connection for what waits is gone and not back. */
    boolean isWaitingLost() {
        return waiting.isLost();
    }

    /** Gives up the connection for what waits, because it does not answer. */
    void dropWaiting() {
        waiting.drop();
    }

    /** Gives a token for waiting nodes back, if the server can be reached. Never waits. */
    void handBack(byte[] token) {
        RedisClusterAsyncCommands<byte[], byte[]> redis = shared.commandsIfOpen();
        if (redis != null) {
            Future<Long> unused = redis.rpush(keys.wake(), token);
        }
    }

    /** Takes a node off the list. Fails at once if there is no connection. */
    Future<Long> leave(byte[] node) {
        RedisClusterAsyncCommands<byte[], byte[]> redis = shared.commandsIfOpen();
        return redis == null
                ? CompletableFuture.failedFuture(new IllegalStateException("not connected"))
                : redis.zrem(keys.nodes(), node);
    }

    /** Closes both connections; returns soon, also when the server is away. */
    @Override
    public void close() {
        shared.close();
        waiting.close();
    }
}
