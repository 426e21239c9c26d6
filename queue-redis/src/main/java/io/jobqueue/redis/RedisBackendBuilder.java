package io.jobqueue.redis;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Collects the settings of a {@link RedisBackend}. Every method checks its argument at once and throws {@link
 * IllegalArgumentException} naming the setting and the value. Not thread-safe.
 */
public final class RedisBackendBuilder {

    private static final Pattern NAME = Pattern.compile("[^{}\\s\\p{Cntrl}]{1,200}");
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final LettuceConnectionFactory connectionFactory;
    private final String queue;
    private String namespace = "jobqueue";
    private Duration lease = Duration.ofSeconds(30);
    private int capacity; // 0 is unbounded
    private Duration deadAge = Duration.ofDays(14);
    private int deadLimit = 10_000;
    private Duration commandTimeout = Duration.ofSeconds(2);
    private String host = Settings.localHost();

    RedisBackendBuilder(LettuceConnectionFactory connectionFactory, String queue) {
        this.connectionFactory = Objects.requireNonNull(connectionFactory, "connectionFactory");
        this.queue = requireName("queue", queue);
    }

    /** What the keys begin with, to keep several applications on one server apart. Default: {@code jobqueue}. */
    public RedisBackendBuilder namespace(String namespace) {
        this.namespace = requireName("namespace", namespace);
        return this;
    }

    /**
     * How long a job stays claimed without a sign of life from its node. After a crash its jobs run again elsewhere when this
     * time is over. Nodes that share a queue should agree. At least 100 milliseconds; default: 30 seconds.
     */
    public RedisBackendBuilder lease(Duration lease) {
        this.lease = requireRange("lease", lease, Duration.ofMillis(100), LONGEST);
        return this;
    }

    /** How many jobs may wait or be delayed when another is enqueued; 0 for any number, which is the default. */
    public RedisBackendBuilder capacity(int capacity) {
        this.capacity = requireNotNegative("capacity", capacity);
        return this;
    }

    /** How long dead jobs are kept after they died. Default: 14 days. */
    public RedisBackendBuilder deadAge(Duration deadAge) {
        this.deadAge = requireRange("dead-age", deadAge, Duration.ofMillis(1), LONGEST);
        return this;
    }

    /** How many dead jobs are kept; when one more dies the oldest goes. Default: 10,000. */
    public RedisBackendBuilder deadLimit(int deadLimit) {
        this.deadLimit = requireNotNegative("dead-limit", deadLimit);
        return this;
    }

    /** How long a call waits for the server's answer before it throws. Default: 2 seconds. */
    public RedisBackendBuilder commandTimeout(Duration commandTimeout) {
        this.commandTimeout =
                requireRange("command-timeout", commandTimeout, Duration.ofMillis(10), Duration.ofMinutes(10));
        return this;
    }

    /** What this node is called in the list of nodes. Default: the name of this machine. */
    public RedisBackendBuilder host(String host) {
        this.host = requireName("host", host);
        return this;
    }

    /** Builds the backend. It connects when it is first used, or by {@link RedisBackend#checkServer}. */
    public RedisBackend build() {
        Settings settings = new Settings(namespace, queue, lease, capacity, deadAge, deadLimit, commandTimeout, host);
        Link link = new Link(connectionFactory, settings);
        return new RedisBackend(settings, link, new Transactions(link, connectionFactory, settings));
    }

    private static String requireName(String setting, String value) {
        if (value == null || !NAME.matcher(value).matches()) {
            throw new IllegalArgumentException(setting + ": '" + value + "' cannot be part of a key; use 1 to 200"
                    + " characters without braces, which mark hash slots in Redis, and without white space");
        }
        return value;
    }

    private static Duration requireRange(String setting, Duration value, Duration least, Duration most) {
        if (value == null || value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(setting + ": " + value + " must be from " + least + " to " + most);
        }
        return value;
    }

    private static int requireNotNegative(String setting, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(setting + ": " + value + " must be zero or more");
        }
        return value;
    }
}
