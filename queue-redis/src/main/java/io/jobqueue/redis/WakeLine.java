package io.jobqueue.redis;

import io.lettuce.core.KeyValue;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for the token that says that a job became ready, by a command that waits at the server, on a connection of its own.
 *
 * <p>The command outlives the claim that needed it. If a token comes while no claim waits, it is handed back at once, for a
 * node that has time. Used by the dispatcher, and by the threads of the network.
 */
final class WakeLine {

    private static final Logger log = LoggerFactory.getLogger(WakeLine.class);
    static final int BLOCK_SECONDS = 5;
    private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(2 * BLOCK_SECONDS);
    private static final byte[] TOKEN = {'1'};

    private final Link link;
    private final Claimer claimer;
    private volatile boolean armed;
    private volatile boolean closed;

    /** When the command was sent. */
    private volatile long armedNanos;

    WakeLine(Link link, Claimer claimer) {
        this.link = link;
        this.claimer = claimer;
    }

    /** Listens, if it does not yet. Called by the dispatcher before it waits. */
    void arm() {
        if (armed && System.nanoTime() - armedNanos > LOST_NANOS) {
            log.debug("The connection that waits for jobs does not answer and is made anew");
            link.dropWaiting();
            armed = false;
        }
        if (!armed) {
            listen(link.waitingCommands());
        }
    }

    private void listen(RedisClusterAsyncCommands<byte[], byte[]> redis) {
        armedNanos = System.nanoTime();
        armed = true;
        redis.blpop((double) BLOCK_SECONDS, link.keys().wake())
                .whenComplete((token, error) -> answered(redis, token, error));
    }

    /** On a thread of the network. */
    private void answered(
            RedisClusterAsyncCommands<byte[], byte[]> redis,
            @Nullable KeyValue<byte[], byte[]> token,
            @Nullable Throwable error) {
        armed = false;
        if (closed) {
            return;
        }
        if (error != null) {
            log.debug("Waiting for jobs failed; the next claim tries again", error);
        } else if (token == null) {
            if (claimer.isWaiting()) {
                listen(redis);
            }
        } else if (!claimer.lookIfWaiting()) {
            claimer.look();
            link.handBack(TOKEN);
        }
    }

    void close() {
        closed = true;
    }
}
