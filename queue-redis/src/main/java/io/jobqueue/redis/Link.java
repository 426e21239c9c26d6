package io.jobqueue.redis;

import io.jobqueue.JobQueueException;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * What a backend says to its server: scripts and a few commands, over one connection that all threads share and one for the
 * command that waits, so that nothing ever stands behind it.
 */
final class Link implements AutoCloseable {

    private static final byte[] PAUSED = Bytes.of("paused");
    private static final SetArgs FOR_A_MINUTE = SetArgs.Builder.ex(60);

    private final Settings settings;
    private final Keys keys;
    private final Lane shared;
    private final Lane waiting;
    private final ServerCheck check;
    private final ServerClock clock = new ServerClock(System::nanoTime);

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
        clock.learn(ServerClock.micros(await("connecting", commands.time())));
    }

    /** Connects, unless there is a connection already. */
    void connect() {
        shared.commands();
    }

    /** Whether there is a connection at the moment. */
    boolean isOpen() {
        return shared.commandsIfOpen() != null;
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
        return e.getCause() instanceof Lane.ConnectionLostException || e.getCause() instanceof IOException;
    }

    /** Sends a script once. The future may be completed on a thread of the network, which must not be held up. */
    <T> CompletableFuture<T> send(Script<T> script, byte[]... arguments) {
        return shared.send(script, keys, arguments);
    }

    /**
     * As {@link #send}, but over the connection for what waits, where nothing may wait now; a thread of that connection need not
     * wake another one to send. Null if there is no connection at the moment. Never waits.
     */
    @Nullable
    <T> CompletableFuture<T> sendWhereNothingWaits(Script<T> script, byte[]... arguments) {
        return waiting.sendIfOpen(script, keys, arguments);
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

    /** Makes the server discard transactions that are on their way; see {@link Transactions}. */
    void changeGuard() {
        await("changing the guard", shared.commands().set(keys.guard(), Bytes.EMPTY, FOR_A_MINUTE));
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
