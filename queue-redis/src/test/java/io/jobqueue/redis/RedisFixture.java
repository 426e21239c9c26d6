package io.jobqueue.redis;

import io.jobqueue.spi.JobBackend;
import io.jobqueue.test.contract.BackendFixture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.ReturnType;

/** A queue of its own on the shared server, whose stored times can be moved back. */
final class RedisFixture implements BackendFixture {

    private static final Duration LEASE = Duration.ofSeconds(30);

    /** Moves all times of a queue into the past. */
    private static final byte[] SHIFT = """
            local shift = tonumber(ARGV[1])
            local function earlier(time) return string.format('%016.0f', tonumber(time) - shift) end
            for _, key in ipairs({KEYS[4], KEYS[5], KEYS[9]}) do
              local members = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
              for i = 1, #members, 2 do
                if members[i + 1] ~= 'inf' then redis.call('ZINCRBY', key, -shift, members[i]) end
              end
            end
            local bodies = redis.call('HGETALL', KEYS[2])
            for i = 1, #bodies, 2 do
              if tonumber(string.sub(bodies[i + 1], 1, 16)) then
                redis.call('HSET', KEYS[2], bodies[i], earlier(string.sub(bodies[i + 1], 1, 16)) .. string.sub(bodies[i + 1], 17))
              end
            end
            local states = redis.call('HGETALL', KEYS[3])
            for i = 1, #states, 2 do
              local counters, due, deadline = string.match(states[i + 1], '^(%d+ %d+) (%d+) (%S+)$')
              deadline = deadline == '-' and '-' or string.format('%.0f', tonumber(deadline) - shift)
              redis.call('HSET', KEYS[3], states[i], counters .. ' ' .. earlier(due) .. ' ' .. deadline)
            end
            return 1
            """.getBytes(StandardCharsets.UTF_8);

    private final String queue = SharedServer.newQueue();
    private final Keys keys = new Keys("jobqueue", queue);

    RedisBackendBuilder builder() {
        return SharedServer.backend(queue).lease(LEASE);
    }

    @Override
    public JobBackend createBackend() {
        return builder().build();
    }

    @Override
    public Duration lease() {
        return LEASE;
    }

    @Override
    public void advance(Duration time) {
        byte[][] arguments = new byte[12][];
        System.arraycopy(keys.of(Script.TEND), 0, arguments, 0, 11);
        arguments[11] = Bytes.micros(time);
        try (RedisConnection redis = SharedServer.CONNECTIONS.getConnection()) {
            redis.scriptingCommands().eval(SHIFT, ReturnType.INTEGER, 11, arguments);
        }
    }

    @Override
    public Optional<JobBackend> secondNode() {
        return Optional.of(createBackend());
    }

    @Override
    public Optional<JobBackend> boundedBackend(int capacity) {
        return Optional.of(SharedServer.backend(SharedServer.newQueue())
                .lease(LEASE)
                .capacity(capacity)
                .build());
    }

    @Override
    public boolean makeUnreadable(String id) {
        try (RedisConnection redis = SharedServer.CONNECTIONS.getConnection()) {
            redis.hashCommands().hSet(keys.of(Script.TEND)[1], Bytes.of(id), Bytes.of("damaged"));
        }
        return true;
    }

    void removeRecord(String id) {
        try (RedisConnection redis = SharedServer.CONNECTIONS.getConnection()) {
            redis.hashCommands().hDel(keys.of(Script.TEND)[1], Bytes.of(id));
        }
    }

    /** The keys of this queue that exist, without their prefix. */
    List<String> keysLeft() {
        try (RedisConnection redis = SharedServer.CONNECTIONS.getConnection()) {
            return Arrays.stream(keys.of(Script.TEND))
                    .filter(key -> Boolean.TRUE.equals(redis.keyCommands().exists(key)))
                    .map(key -> Bytes.text(key).substring(keys.prefix().length()))
                    .toList();
        }
    }

    @Override
    public void close() {
        try (RedisConnection redis = SharedServer.CONNECTIONS.getConnection()) {
            redis.keyCommands().del(keys.of(Script.TEND));
        }
    }
}
