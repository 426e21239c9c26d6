package io.jobqueue.redis;

import io.lettuce.core.ClientOptions;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The connection factory of an application that uses a server. */
final class Connections implements AutoCloseable {

    private final LettuceConnectionFactory factory;

    Connections(RedisServer server) {
        this(server.host(), server.port());
    }

    Connections(String host, int port) {
        this(new LettuceConnectionFactory(host, port));
    }

    Connections(RedisServer server, ClientOptions options) {
        this(new LettuceConnectionFactory(
                new RedisStandaloneConfiguration(server.host(), server.port()),
                LettuceClientConfiguration.builder().clientOptions(options).build()));
    }

    private Connections(LettuceConnectionFactory factory) {
        this.factory = factory;
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
