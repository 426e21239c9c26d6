package io.jobqueue.redis;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The connection factory of an application that uses a server. */
final class Connections implements AutoCloseable {

    private final LettuceConnectionFactory factory;

    Connections(RedisServer server) {
        this(server.host(), server.port());
    }

    Connections(String host, int port) {
        factory = new LettuceConnectionFactory(host, port);
        factory.afterPropertiesSet();
        factory.start();
    }

    LettuceConnectionFactory factory() {
        return factory;
    }

    @Override
    public void close() {
        factory.destroy();
    }
}
