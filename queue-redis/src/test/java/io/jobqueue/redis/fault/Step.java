package io.jobqueue.redis.fault;

import io.jobqueue.redis.fault.Wire.Operation;
import org.jspecify.annotations.Nullable;

/** Where in its work a node dies. The number is that of {@link #ordinal()} + 1. */
enum Step {
    ENQUEUE_BEFORE(Operation.ENQUEUE, Place.BEFORE),
    ENQUEUE_REQUEST(Operation.ENQUEUE, Place.REQUEST),
    ENQUEUE_REPLY(Operation.ENQUEUE, Place.REPLY),
    ENQUEUE_AFTER(Operation.ENQUEUE, Place.AFTER),
    STORE_REQUEST(Operation.STORE, Place.REQUEST),
    STORE_REPLY(Operation.STORE, Place.REPLY),
    CLAIM_BEFORE(Operation.CLAIM, Place.BEFORE),
    CLAIM_REQUEST(Operation.CLAIM, Place.REQUEST),
    CLAIM_REPLY(Operation.CLAIM, Place.REPLY),
    CLAIM_AFTER(Operation.CLAIM, Place.AFTER),
    HANDLER(null, Place.BEFORE),
    SETTLE_BEFORE(Operation.SETTLE, Place.BEFORE),
    SETTLE_REQUEST(Operation.SETTLE, Place.REQUEST),
    SETTLE_REPLY(Operation.SETTLE, Place.REPLY),
    SETTLE_AFTER(Operation.SETTLE, Place.AFTER),
    EXTEND_BEFORE(Operation.EXTEND, Place.BEFORE),
    EXTEND_REQUEST(Operation.EXTEND, Place.REQUEST),
    EXTEND_REPLY(Operation.EXTEND, Place.REPLY),
    EXTEND_AFTER(Operation.EXTEND, Place.AFTER),
    /** A claim that takes over what a crashed node has left. */
    RECLAIM_BEFORE(Operation.CLAIM, Place.BEFORE),
    RECLAIM_REQUEST(Operation.CLAIM, Place.REQUEST),
    RECLAIM_REPLY(Operation.CLAIM, Place.REPLY),
    RECLAIM_AFTER(Operation.CLAIM, Place.AFTER),
    TEND_REQUEST(Operation.TEND, Place.REQUEST),
    TEND_REPLY(Operation.TEND, Place.REPLY),
    LISTEN_REQUEST(Operation.LISTEN, Place.REQUEST),
    LISTEN_REPLY(Operation.LISTEN, Place.REPLY);

    /** The side of the call on which it happens. */
    enum Place {
        /** In the node, before the call. */
        BEFORE,
        /** The command is sent, and has not arrived. */
        REQUEST,
        /** The command was carried out, and nobody has heard of it. */
        REPLY,
        /** In the node: the answer is there, and nothing has been done with it. */
        AFTER
    }

    final @Nullable Operation operation;
    final Place place;

    Step(@Nullable Operation operation, Place place) {
        this.operation = operation;
        this.place = place;
    }

    boolean isReclaim() {
        return name().startsWith("RECLAIM");
    }

    /** Whether the node itself must stop there, because on the wire there is nothing to see. */
    boolean isInside() {
        return place == Place.BEFORE || place == Place.AFTER;
    }
}
