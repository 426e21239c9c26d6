package io.jobqueue.redis;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** One server and one connection factory for all tests that do no harm to them, each with a queue of its own. */
final class SharedServer {

    static final RedisServer SERVER = RedisServer.start();
    static final LettuceConnectionFactory CONNECTIONS = new Connections(SERVER).factory();

    private static final AtomicInteger QUEUES = new AtomicInteger();

    private SharedServer() {}

    static String newQueue() {
        return "queue-" + QUEUES.incrementAndGet();
    }

    static RedisBackendBuilder backend(String queue) {
        return RedisBackend.builder(CONNECTIONS, queue);
    }
}
