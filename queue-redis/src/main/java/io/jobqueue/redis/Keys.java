package io.jobqueue.redis;

import java.util.Arrays;

/**
 * The keys of one queue, in the order in which scripts know them. All have one hash tag, so that a cluster keeps them in one
 * slot.
 */
final class Keys {

    private static final String[] NAMES = {
        "ready", // list of the ids of waiting jobs
        "body", // hash from id to the time of the enqueue and the record
        "state", // hash from id to counters and times, of jobs that have any
        "lease", // sorted set of id:token of running jobs by the end of their leases
        "delayed", // sorted set of ids by the time when they become due
        "meta", // hash of what concerns the whole queue
        "wake", // list with a token for one node that waits for jobs
        "gone", // hash from id to how many entries in the ready list are void
        "dead", // sorted set of ids by the time of death
        "why", // hash from r and id to the last reason, from e and id to the last stack trace
        "nodes", // sorted set of nodes by when they were heard of
        "guard" // changed to discard transactions that may be on their way; no script needs it
    };
    private static final int READY = 0;
    private static final int BODY = 1;
    private static final int META = 5;
    private static final int WAKE = 6;
    private static final int NODES = 10;
    private static final int GUARD = 11;

    private final byte[][] keys = new byte[NAMES.length][];
    private final byte[][][] firstKeys = new byte[NAMES.length + 1][][];

    private final String prefix;

    Keys(String namespace, String queue) {
        prefix = "{" + namespace + ":" + queue + "}:";
        for (int i = 0; i < NAMES.length; i++) {
            keys[i] = Bytes.of(prefix + NAMES[i]);
        }
        for (int count = 0; count <= keys.length; count++) {
            firstKeys[count] = Arrays.copyOf(keys, count);
        }
    }

    byte[][] of(Script<?> script) {
        return firstKeys[script.keys];
    }

    /** What all of them begin with. */
    String prefix() {
        return prefix;
    }

    byte[] ready() {
        return keys[READY];
    }

    byte[] body() {
        return keys[BODY];
    }

    byte[] meta() {
        return keys[META];
    }

    byte[] nodes() {
        return keys[NODES];
    }

    byte[] wake() {
        return keys[WAKE];
    }

    byte[] guard() {
        return keys[GUARD];
    }
}
