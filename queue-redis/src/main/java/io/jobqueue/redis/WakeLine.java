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
    static final byte[] TOKEN = {'1'};

    private final Link link;
    private final Claimer claimer;
    private volatile boolean closed;

    /** The command that waits at the server. */
    private volatile @Nullable Listening listening;

    /** A command that waits at the server. */
    private static final class Listening {
        final long sentNanos = System.nanoTime();
    }

    WakeLine(Link link, Claimer claimer) {
        this.link = link;
        this.claimer = claimer;
    }

    /** Listens, if it does not yet. Called by the dispatcher before it waits. */
    void arm() {
        Listening current = listening;
        if (current != null && (link.isWaitingLost() || System.nanoTime() - current.sentNanos > LOST_NANOS)) {
            log.debug("The connection that waits for jobs does not answer and is made anew");
            listening = null;
            link.dropWaiting();
        }
        if (listening == null) {
            listen(link.waitingCommands());
        }
    }

    private void listen(RedisClusterAsyncCommands<byte[], byte[]> redis) {
        Listening current = new Listening();
        listening = current;
        redis.blpop((double) BLOCK_SECONDS, link.keys().wake())
                .whenComplete((token, error) -> answered(current, token, error));
    }

    /** On a thread of the network. */
    private void answered(Listening current, @Nullable KeyValue<byte[], byte[]> token, @Nullable Throwable error) {
        // The dispatcher does not listen again while its offer is taken, so nothing waits before the claim.
        Claimer.Offer offer = closed || error != null ? null : claimer.takeOffer();
        if (listening == current) {
            listening = null;
        }
        if (closed) {
            return;
        }
        if (error != null) {
            log.debug("Waiting for jobs failed; the next claim tries again", error);
        } else if (offer != null) {
            claimer.claimFor(offer); // also without a token: should one be lost, jobs do not wait for ever
        } else if (token != null) {
            claimer.look();
            link.handBack(TOKEN);
        }
    }

    void close() {
        closed = true;
    }
}
