package io.jobqueue.redis;

import io.jobqueue.JobQueueException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Stores new jobs in transactions of plain commands, for which a server needs half of the time that a script needs that is
 * handed every record.
 *
 * <p>Unlike the script, a transaction does not look whether a job is known, so it must not be carried out when the script has
 * stored the same jobs meanwhile. That could happen to one whose answer does not come, because it is still on its way. Hence the
 * guard, a key that means nothing else: the connection watches it ({@code WATCH}, confirmed before a transaction is sent), and
 * before the script is called for the same jobs, {@link Link#changeGuard()} changes it. From then on the server discards what
 * still comes from that connection; and what it did before, the script sees. A connection proves that its guard works before
 * it is used.
 *
 * <p>A connection that is lost does not come back: Lettuce would send the rest of a transaction that was cut in two as single
 * commands, and without the guard. Another is made a second after the last at the earliest, later if that fails.
 *
 * <p>Used by one thread at a time, the producer that leads; closed by any.
 */
final class Transactions implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Transactions.class);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int TIME = 0;

    /** Leaves a token, and one only, if the jobs just added are all in the list. Sent as it is, because it must not be missing. */
    private static final byte[] WAKE = Bytes.of("if redis.call('LLEN', KEYS[1]) <= tonumber(ARGV[1])"
            + " and redis.call('RPUSH', KEYS[2], ARGV[2]) > 1 then redis.call('LTRIM', KEYS[2], 0, 0) end");

    private final Link link;
    private final LettuceConnectionFactory factory;
    private final Settings settings;

    private long connectAgainNanos = System.nanoTime();
    private long pauseNanos = FIRST_PAUSE_NANOS;
    private boolean impossible;
    private volatile boolean isClosed;

    /** Written by the producer that leads, and when it is closed. */
    private volatile @Nullable Line line;

    Transactions(Link link, LettuceConnectionFactory factory, Settings settings) {
        this.link = link;
        this.factory = factory;
        this.settings = settings;
    }

    /** A connection with a guard. */
    private static final class Line {
        final OwnClient client;
        final StatefulRedisConnection<byte[], byte[]> connection;
        final Object applicationsClient;
        RedisFuture<String> watching;

        Line(
                OwnClient client,
                StatefulRedisConnection<byte[], byte[]> connection,
                Object applicationsClient,
                RedisFuture<String> watching) {
            this.client = client;
            this.connection = connection;
            this.applicationsClient = applicationsClient;
            this.watching = watching;
        }
    }

    /**
     * Stores jobs that are {@linkplain EnqueueCall#isPlain() plain}.
     *
     * @param wake whether to wake a node that waits
     * @return false if the script is to do it; then nothing of it will be stored any more, but it may have been stored
     * @throws JobQueueException if there is no answer in time, and also later calls will hardly get one; all may have been stored
     */
    boolean store(EnqueueCall call, boolean wake) {
        Line current = usable();
        if (current == null || !isWatching(current)) {
            return false;
        }
        try {
            TransactionResult result = link.await("storing jobs", send(current, call, wake));
            if (result.wasDiscarded()) {
                return false;
            }
            requireNoErrors(result);
            link.clock().learn(ServerClock.micros(result.get(TIME)));
            return true;
        } catch (JobQueueException e) {
            if (e.getCause() instanceof RedisCommandExecutionException) {
                log.debug("Queue '{}': a transaction was refused, the script is called", settings.queue(), e);
                return false; // nothing was done
            }
            drop(current);
            if (e.getCause() instanceof TimeoutException || e.getCause() == null) {
                throw e;
            }
            log.debug("Queue '{}': a transaction has no answer, the script finds out", settings.queue(), e);
            link.changeGuard();
            return false;
        }
    }

    private boolean isWatching(Line current) {
        try {
            link.await("watching the guard", current.watching);
            return true;
        } catch (JobQueueException e) {
            log.debug("Queue '{}': the connection for transactions is given up", settings.queue(), e);
            drop(current);
            return false;
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // EXEC answers for all
    private RedisFuture<TransactionResult> send(Line current, EnqueueCall call, boolean wake) {
        Keys keys = link.keys();
        CommandArgs<byte[], byte[]> bodies = new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(keys.body());
        call.forEach((id, record) -> bodies.add(id).add(record));
        RedisAsyncCommands<byte[], byte[]> redis = current.connection.async();
        redis.multi();
        redis.time();
        redis.dispatch(CommandType.HSET, new IntegerOutput<>(ByteArrayCodec.INSTANCE), bodies);
        byte[][] ids = call.ids();
        redis.rpush(keys.ready(), ids);
        if (wake) {
            byte[][] lists = {keys.ready(), keys.wake()};
            redis.eval(WAKE, ScriptOutputType.INTEGER, lists, Bytes.of(ids.length), WakeLine.TOKEN);
        }
        RedisFuture<TransactionResult> result = redis.exec();
        current.watching = redis.watch(keys.guard());
        current.connection.flushCommands();
        return result;
    }

    private void requireNoErrors(TransactionResult result) {
        for (Object answer : result) {
            if (answer instanceof Throwable error) {
                throw new JobQueueException("queue '" + settings.queue() + "': storing jobs failed in Redis, in part: "
                        + error.getMessage() + "; is a key of the queue used by something else?");
            }
        }
    }

    // ---- the connection

    private @Nullable Line usable() {
        Line current = line;
        if (current != null) {
            if (current.connection.isOpen() && current.applicationsClient == factory.getNativeClient()) {
                return current;
            }
            drop(current);
        }
        if (impossible || isClosed || System.nanoTime() - connectAgainNanos < 0 || !link.isOpen()) {
            return null;
        }
        try {
            Line fresh = connect();
            pauseNanos = FIRST_PAUSE_NANOS;
            connectAgainNanos = System.nanoTime() + pauseNanos;
            return fresh;
        } catch (RuntimeException e) {
            connectAgainNanos = System.nanoTime() + pauseNanos;
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
            impossible = e.getCause() instanceof RedisCommandExecutionException;
            log.debug(
                    "Queue '{}': no connection for transactions, {}scripts store the jobs",
                    settings.queue(),
                    impossible ? "" : "for now ",
                    e);
            return null;
        }
    }

    private @Nullable Line connect() {
        Object applicationsClient = factory.getRequiredNativeClient();
        OwnClient client = OwnClient.like(factory);
        if (client == null) {
            impossible = true;
            return null;
        }
        boolean isFit = false;
        try {
            StatefulRedisConnection<byte[], byte[]> connection = client.connect();
            isFit = isGuarded(connection.async());
            if (isFit) {
                RedisFuture<String> watching =
                        connection.async().watch(link.keys().guard());
                connection.setAutoFlushCommands(false);
                Line fresh = new Line(client, connection, applicationsClient, watching);
                line = fresh;
                if (!isClosed) {
                    return fresh;
                }
                drop(fresh);
            } else {
                impossible = true;
                log.warn(
                        "Queue '{}': this Redis server carries out a transaction though what it watches was changed; scripts"
                                + " store the jobs, which needs more of the server's time",
                        settings.queue());
            }
            return null;
        } finally {
            if (!isFit) {
                client.close();
            }
        }
    }

    /** Whether a transaction is discarded after the guard was changed over the other connection. */
    @SuppressWarnings("FutureReturnValueIgnored")
    private boolean isGuarded(RedisAsyncCommands<byte[], byte[]> redis) {
        link.await("watching the guard", redis.watch(link.keys().guard()));
        link.changeGuard();
        redis.multi();
        return link.await("trying a transaction", redis.exec()).wasDiscarded();
    }

    private void drop(Line lost) {
        line = null;
        lost.client.close();
    }

    /** Closes the connection for good. */
    @Override
    public void close() {
        isClosed = true;
        Line current = line;
        if (current != null) {
            drop(current);
        }
    }
}
