package io.jobqueue.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * A Lua script, put together from what it shares with others and what is its own.
 *
 * @param <T> the type of its answer
 */
final class Script<T> {

    static final Script<List<Object>> ENQUEUE = list(Flags.NONE, 8, "take", "enqueue");
    static final Script<List<Object>> CLAIM = list(Flags.WRITES, 8, "take", "claim");
    static final Script<List<Object>> RECOVER = list(Flags.WRITES, 7, "recover");
    static final Script<byte[]> SETTLE = text(10, "forget", "settle");
    static final Script<byte[]> EXTEND = text(4, "extend");
    static final Script<Long> TEND = number(11, "forget", "tend");
    static final Script<Long> PAUSE = number(7, "pause");
    static final Script<List<Object>> COUNTS = list(Flags.READS, 10, "find", "counts");
    static final Script<List<Object>> DETAILS = list(Flags.READS, 10, "find", "details");
    static final Script<List<Object>> LIST = list(Flags.READS, 10, "find", "list");
    static final Script<Long> CHANGE = number(10, "find", "forget", "change");
    static final Script<List<Object>> PURGE = list(Flags.WRITES, 10, "find", "forget", "purge");
    static final Script<List<Object>> NODES = list(Flags.READS, 11, "nodes");

    /** What a script says of itself in its first line. */
    private enum Flags {
        /** Nothing: it is refused when the server is out of memory. */
        NONE(""),
        /** Out of memory, jobs must end and keep their leases all the more. */
        WRITES("#!lua flags=allow-oom\n"),
        READS("#!lua flags=no-writes\n");

        final String line;

        Flags(String line) {
            this.line = line;
        }
    }

    /** How many of the {@linkplain Keys keys} it touches. */
    final int keys;

    private final ScriptOutputType output;
    private final byte[] source;
    private final String sha;

    /** What it is called in messages. */
    final String name;

    private Script(Flags flags, int keys, ScriptOutputType output, String... parts) {
        this.name = parts[parts.length - 1];
        this.keys = keys;
        this.output = output;
        StringBuilder text = new StringBuilder(flags.line).append(load("common.lua"));
        for (String part : parts) {
            text.append(load(part + ".lua")).append('\n');
        }
        this.source = text.toString().getBytes(StandardCharsets.UTF_8);
        this.sha = sha(source);
    }

    private static Script<List<Object>> list(Flags flags, int keys, String... parts) {
        return new Script<>(flags, keys, ScriptOutputType.MULTI, parts);
    }

    private static Script<byte[]> text(int keys, String... parts) {
        return new Script<>(Flags.WRITES, keys, ScriptOutputType.VALUE, parts);
    }

    private static Script<Long> number(int keys, String... parts) {
        return new Script<>(Flags.WRITES, keys, ScriptOutputType.INTEGER, parts);
    }

    /** Runs it by its hash. Fails with a {@code RedisNoScriptException} if the server does not know it. */
    RedisFuture<T> send(RedisClusterAsyncCommands<byte[], byte[]> redis, byte[][] keys, byte[][] arguments) {
        return redis.evalsha(sha, output, keys, arguments);
    }

    /** Runs it by its source, so that the server knows it from then on. */
    RedisFuture<T> sendSource(RedisClusterAsyncCommands<byte[], byte[]> redis, byte[][] keys, byte[][] arguments) {
        return redis.eval(source, output, keys, arguments);
    }

    private static String load(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + name + " is missing from this JAR");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha(byte[] source) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(source));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
