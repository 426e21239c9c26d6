package io.jobqueue.bench.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A limit, written by hand: a list of jobs; one script that ends up to 500 jobs and moves up to 100 from the list into a
 * sorted set of leases; callers that share one {@code RPUSH}. Nothing is fenced, renewed, retried or counted.
 *
 * <p>One thread makes all calls of the script, one at a time. What has ended goes with the next claim, or alone after a
 * millisecond.
 */
final class LuaBatchSubject implements RedisSubject {

    private static final int CLAIM = 100;
    private static final int SETTLE = 500;
    private static final int WORTH_A_CALL = 50;
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final byte[] LEASE_MILLIS = "30000".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] JOBS = Keys.of("jobs");
    private static final byte[] LEASES = Keys.of("leases");
    private static final byte[] WAKE = Keys.of("wake");

    private static final String SCRIPT = """
            if #ARGV > 2 then
                redis.call('ZREM', KEYS[2], unpack(ARGV, 3))
            end
            if ARGV[1] == '0' then
                return {}
            end
            local jobs = redis.call('LPOP', KEYS[1], ARGV[1])
            if not jobs then
                return {}
            end
            local now = redis.call('TIME')
            local lease = string.format('%.0f', now[1] * 1000 + now[2] / 1000 + ARGV[2])
            local leases = {}
            for i, job in ipairs(jobs) do
                leases[2 * i - 1] = lease
                leases[2 * i] = job
            end
            redis.call('ZADD', KEYS[2], unpack(leases))
            return jobs
            """;

    private final RedisClient client;
    private final RedisAsyncCommands<byte[], byte[]> async;
    private final RedisCommands<byte[], byte[]> sync;
    private final StatefulRedisConnection<byte[], byte[]> waiting;
    private final String sha;
    private final GroupedPush pushes = new GroupedPush(this::push);

    private final boolean consumes;
    private final WorkerThreads workers;
    private final ConcurrentLinkedQueue<byte[]> ended = new ConcurrentLinkedQueue<>();
    private final AtomicInteger endedCount = new AtomicInteger();
    private final Thread caller = new Thread(this::call, "lua-batch-caller");
    private final Thread waker = new Thread(this::awaitOthers, "lua-batch-waker");
    private volatile boolean mayHaveJobs = true;
    private volatile boolean isParked;
    private volatile boolean closed;

    LuaBatchSubject(Setup setup) {
        client = RedisClient.create(setup.uri());
        StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
        async = connection.async();
        sync = connection.sync();
        waiting = client.connect(ByteArrayCodec.INSTANCE);
        sha = sync.scriptLoad(SCRIPT);
        consumes = setup.workers() > 0;
        workers = new WorkerThreads(Math.max(1, setup.workers()), CLAIM, setup.job());
        if (consumes) {
            caller.start();
            waker.start();
        }
    }

    // ---- producers

    @Override
    public void enqueue(byte[] payload) throws Exception {
        pushes.enqueue(payload);
    }

    @Override
    public void enqueueAll(List<byte[]> payloads) {
        push(payloads);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nobody need wait until the others are awake
    private void push(List<byte[]> payloads) {
        long length = sync.rpush(JOBS, payloads.toArray(byte[][]::new));
        if (consumes && workers.free() > 0) {
            wake();
        } else if (length == payloads.size()) { // it was empty, so somebody may be waiting
            async.lpush(WAKE, WAKE);
            async.ltrim(WAKE, 0, 0);
        }
    }

    // ---- the thread that waits for others' jobs

    private void awaitOthers() {
        while (!closed) {
            try {
                if (waiting.sync().blpop(1, WAKE) != null) {
                    wake();
                }
            } catch (RedisException e) {
                if (!closed) {
                    throw e;
                }
            }
        }
    }

    private void wake() {
        mayHaveJobs = true;
        unpark();
    }

    private void unpark() {
        if (isParked) {
            LockSupport.unpark(caller);
        }
    }

    // ---- the thread that calls the script

    private void call() {
        while (!closed) {
            int free = workers.free();
            int ask = mayHaveJobs ? Math.min(Math.max(0, free), CLAIM) : 0;
            int settle = endedCount.get();
            if (ask == 0 && settle < WORTH_A_CALL && !park(settle)) {
                continue;
            }
            try {
                callScript(ask);
            } catch (RedisException e) {
                if (!closed) {
                    throw e;
                }
            }
        }
    }

    /** Waits for work. Whether something has ended and has waited long enough. */
    private boolean park(int settle) {
        isParked = true;
        if (settle > 0) {
            boolean isBusy = !workers.isIdle();
            if (isBusy && !canClaim()) {
                LockSupport.parkNanos(this, LINGER_NANOS);
            }
        } else if (!canClaim() && endedCount.get() == 0) {
            LockSupport.park(this);
        }
        isParked = false;
        return settle > 0 && !canClaim();
    }

    private boolean canClaim() {
        return mayHaveJobs && workers.free() > 0;
    }

    private void callScript(int ask) {
        List<byte[]> arguments = new ArrayList<>();
        arguments.add(Integer.toString(ask).getBytes(StandardCharsets.US_ASCII));
        arguments.add(LEASE_MILLIS);
        for (byte[] job = ended.poll(); job != null; job = arguments.size() < SETTLE ? ended.poll() : null) {
            arguments.add(job);
        }
        endedCount.addAndGet(2 - arguments.size());
        if (ask > 0) {
            mayHaveJobs = false; // set again by whoever pushes from here on
        }
        List<byte[]> jobs = sync.evalsha(
                sha, ScriptOutputType.MULTI, new byte[][] {JOBS, LEASES}, arguments.toArray(byte[][]::new));
        if (ask > 0 && jobs.size() == ask) {
            mayHaveJobs = true;
        }
        for (byte[] job : jobs) {
            workers.run(job, () -> end(job));
        }
    }

    private void end(byte[] job) {
        ended.add(job);
        int count = endedCount.incrementAndGet();
        if (count == 1 || count == WORTH_A_CALL || mayHaveJobs) {
            unpark();
        }
    }

    @Override
    public long kept() {
        return sync.llen(JOBS) + sync.zcard(LEASES);
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        if (consumes) {
            waiting.close();
            LockSupport.unpark(caller);
            caller.join();
            waker.join();
        }
        workers.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }
}
