package io.jobqueue.redis;

import io.jobqueue.JobQueueException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks whether a server is fit to keep jobs, and says what to change if it is not. */
final class ServerCheck {

    private static final Logger log = LoggerFactory.getLogger(ServerCheck.class);
    private static final Pattern VERSION = Pattern.compile("(?m)^redis_version:((\\d+)\\.\\S*)");
    private static final int OLDEST_MAJOR = 7;
    private static final String EVICTION = "maxmemory-policy";
    private static final byte[] PROBE = Bytes.of("return redis.call('EXISTS', KEYS[1])");

    private final Settings settings;
    private final Keys keys;
    private final AtomicBoolean hasWarned = new AtomicBoolean();

    ServerCheck(Settings settings, Keys keys) {
        this.settings = settings;
        this.keys = keys;
    }

    /**
     * Checks.
     *
     * @throws RedisSetupException if the server is not fit
     * @throws JobQueueException if it does not answer
     */
    void check(RedisClusterAsyncCommands<byte[], byte[]> redis) {
        checkVersion(redis);
        checkScripts(redis);
        checkEviction(redis);
    }

    private void checkVersion(RedisClusterAsyncCommands<byte[], byte[]> redis) {
        String info;
        try {
            info = answer(redis.info("server"));
        } catch (RedisCommandExecutionException forbidden) {
            warn("INFO", forbidden);
            return;
        }
        requireVersion(info);
    }

    /** Valkey names the version of Redis that it can stand for. */
    void requireVersion(String info) {
        Matcher version = VERSION.matcher(info);
        if (version.find() && Integer.parseInt(version.group(2)) < OLDEST_MAJOR) {
            throw new RedisSetupException(
                    prefix() + "the server is Redis " + version.group(1)
                            + ", and 7.0 or newer, or Valkey, is needed; update the server",
                    null);
        }
    }

    private void checkScripts(RedisClusterAsyncCommands<byte[], byte[]> redis) {
        try {
            Long unused = answer(redis.<Long>eval(PROBE, ScriptOutputType.INTEGER, keys.of(Script.PAUSE)));
        } catch (RedisCommandExecutionException forbidden) {
            throw new RedisSetupException(
                    prefix() + "the server refuses to run a Lua script (" + forbidden.getMessage()
                            + "); allow this user EVAL and EVALSHA, all commands on data, and the keys that begin with '"
                            + keys.prefix() + "'",
                    forbidden);
        }
    }

    private void checkEviction(RedisClusterAsyncCommands<byte[], byte[]> redis) {
        Map<String, String> config;
        try {
            config = answer(redis.configGet(EVICTION));
        } catch (RedisCommandExecutionException forbidden) {
            warn("CONFIG GET " + EVICTION, forbidden);
            return;
        }
        String policy = config.getOrDefault(EVICTION, "noeviction");
        if (!policy.equals("noeviction")) {
            throw new RedisSetupException(
                    prefix() + EVICTION + " of the server is '" + policy
                            + "', so it may drop jobs when memory is short; set it to 'noeviction', or use a server of its"
                            + " own for jobs",
                    null);
        }
    }

    private void warn(String command, RedisCommandExecutionException forbidden) {
        if (hasWarned.compareAndSet(false, true)) {
            log.warn(
                    "{}{} is refused ({}), so nobody checks that the server is 7.0 or newer and that its {} is"
                            + " 'noeviction'",
                    prefix(),
                    command,
                    forbidden.getMessage(),
                    EVICTION);
        }
    }

    private <T> T answer(RedisFuture<T> future) {
        boolean interrupted = Thread.interrupted();
        try {
            return future.get(settings.commandTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
            throw new JobQueueException(prefix() + "interrupted while connecting", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RedisCommandExecutionException refused && !isTransient(refused)) {
                throw refused;
            }
            throw new JobQueueException(prefix() + "connecting failed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new JobQueueException(
                    prefix() + "the server accepts connections but does not answer within "
                            + settings.commandTimeout().toMillis() + " ms",
                    e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Whether the server is on its way up or busy, which is nobody's mistake. */
    private static boolean isTransient(RedisCommandExecutionException error) {
        String message = String.valueOf(error.getMessage());
        return message.startsWith("LOADING")
                || message.startsWith("BUSY")
                || message.startsWith("MASTERDOWN")
                || message.startsWith("CLUSTERDOWN")
                || message.startsWith("TRYAGAIN");
    }

    private String prefix() {
        return "queue '" + settings.queue() + "': ";
    }
}
