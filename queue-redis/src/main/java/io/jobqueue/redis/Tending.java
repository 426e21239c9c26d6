package io.jobqueue.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a node does from time to time: says that it lives, and removes what is too old. Any thread. */
final class Tending {

    private static final Logger log = LoggerFactory.getLogger(Tending.class);
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LEAVE_MILLIS = 100;

    /** Longer than 64 bytes; no job has it, because its token is empty. */
    private static final byte[] SENTINEL = Bytes.of("-".repeat(69) + ":");

    private final Link link;
    private final Settings settings;
    private final byte[] node;
    private final AtomicLong nextNanos = new AtomicLong(System.nanoTime());
    private final AtomicLong lost = new AtomicLong(-1);

    Tending(Link link, Settings settings, String tag) {
        this.link = link;
        this.settings = settings;
        this.node = Bytes.of(tag + ' ' + settings.host());
    }

    /** Does it if it is time to, without waiting for the answer. */
    void tend() {
        long next = nextNanos.get();
        long now = System.nanoTime();
        if (now - next >= 0 && nextNanos.compareAndSet(next, now + INTERVAL_NANOS)) {
            CompletableFuture<Long> answer = link.send(
                    Script.TEND,
                    node,
                    Bytes.micros(settings.nodeAge()),
                    Bytes.micros(settings.deadAge()),
                    Bytes.of(settings.deadLimit()),
                    SENTINEL);
            CompletableFuture<Long> unused = answer.whenComplete(this::tended);
        }
    }

    private void tended(@Nullable Long lostNow, @Nullable Throwable error) {
        if (error != null || lostNow == null) {
            log.debug("Queue '{}': tending failed", settings.queue(), error);
            return;
        }
        long before = lost.getAndSet(lostNow);
        if (before >= 0 && lostNow > before) {
            log.warn(
                    "Queue '{}': {} job(s) had an id but no record in Redis and were dropped; was something evicted or"
                            + " deleted?",
                    settings.queue(),
                    lostNow - before);
        }
    }

    /** Takes this node off the list, if the server answers at once. */
    void leave() {
        try {
            link.leave(node).get(LEAVE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException away) {
            log.debug("Queue '{}': the node could not take leave and will be forgotten", settings.queue(), away);
        }
    }
}
