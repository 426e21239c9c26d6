package io.jobqueue.bench.redis;

import io.jobqueue.bench.run.Params;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The server of a group as a subject's JVM sees it. */
final class Server implements AutoCloseable {

    private final RedisURI uri;
    private final Persistence persistence;
    private final RedisClient client;
    private final RedisCommands<String, String> commands;

    private Server(RedisURI uri, Persistence persistence) {
        this.uri = uri;
        this.persistence = persistence;
        this.client = RedisClient.create(uri);
        this.commands = client.connect().sync();
    }

    static Server of(Params params) {
        Persistence persistence = Persistence.of(params.text("persistence"));
        RedisURI uri = RedisURI.builder()
                .withHost(InetAddress.getLoopbackAddress().getHostAddress())
                .withPort(params.number(persistence.portParam()))
                .withTimeout(Duration.ofSeconds(30))
                .build();
        return new Server(uri, persistence);
    }

    RedisURI uri() {
        return uri;
    }

    /** Forgets everything that is stored, and what was written to disk. */
    void clear() {
        commands.flushall();
        if (persistence == Persistence.EVERYSEC) {
            commands.bgrewriteaof();
            while (number("persistence", "aof_rewrite_in_progress") + number("persistence", "aof_rewrite_scheduled")
                    > 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
        }
    }

    /** How much it has done so far. */
    Effort effort() {
        double cpuSeconds = number("cpu", "used_cpu_user") + number("cpu", "used_cpu_sys");
        return new Effort(cpuSeconds * 1e6, number("stats", "total_reads_processed"));
    }

    /** In bytes; without what it spends on connections, which comes and goes. */
    double dataMemory() {
        return number("memory", "used_memory_dataset");
    }

    /** One line of INFO. */
    private double number(String section, String key) {
        for (String line : commands.info(section).split("\r\n", -1)) {
            if (line.startsWith(key + ":")) {
                return Double.parseDouble(line.substring(key.length() + 1));
            }
        }
        throw new IllegalStateException("INFO " + section + " of the server says nothing about " + key);
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }

    /**
     * What a server has used.
     *
     * @param cpuMicros processor time of all its threads
     * @param reads how often it read from a connection, which is about the number of round trips
     */
    record Effort(double cpuMicros, double reads) {

        Effort since(Effort before) {
            return new Effort(cpuMicros - before.cpuMicros, reads - before.reads);
        }
    }
}
