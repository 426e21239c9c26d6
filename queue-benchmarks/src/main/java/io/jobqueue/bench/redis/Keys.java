package io.jobqueue.bench.redis;

import java.nio.charset.StandardCharsets;

/** Names of keys, in one hash slot. */
final class Keys {

    private Keys() {}

    static byte[] of(String name) {
        return text(name).getBytes(StandardCharsets.US_ASCII);
    }

    static String text(String name) {
        return "{bench}:" + name;
    }
}
