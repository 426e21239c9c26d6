package io.jobqueue.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

/**
 * A client like that of the application's connection factory, with the same threads, whose connection does not come back by
 * itself when it is lost. The one option in which it differs is one of a whole client in Lettuce.
 */
final class OwnClient implements AutoCloseable {

    private final LettuceConnectionFactory factory;

    private OwnClient(LettuceConnectionFactory factory) {
        this.factory = factory;
    }

    /** Null for a cluster. */
    static @Nullable OwnClient like(LettuceConnectionFactory application) {
        if (!(application.getRequiredNativeClient() instanceof RedisClient client)) {
            return null;
        }
        RedisConfiguration server = application.getSentinelConfiguration();
        if (server == null) {
            server = application.getSocketConfiguration();
        }
        if (server == null) {
            server = application.getStandaloneConfiguration();
        }
        LettuceConnectionFactory own = new LettuceConnectionFactory(
                server, new WithoutReconnect(application.getClientConfiguration(), client));
        own.start();
        return new OwnClient(own);
    }

    StatefulRedisConnection<byte[], byte[]> connect() {
        return ((RedisClient) factory.getRequiredNativeClient()).connect(ByteArrayCodec.INSTANCE);
    }

    @Override
    public void close() {
        factory.destroy();
    }

    /** The application's settings but for those that differ. */
    private static final class WithoutReconnect implements LettuceClientConfiguration {

        private final LettuceClientConfiguration application;
        private final RedisClient client;

        WithoutReconnect(LettuceClientConfiguration application, RedisClient client) {
            this.application = application;
            this.client = client;
        }

        @Override
        public Optional<ClientResources> getClientResources() {
            return Optional.of(client.getResources());
        }

        @Override
        public Optional<ClientOptions> getClientOptions() {
            return Optional.of(client.getOptions().mutate().autoReconnect(false).build());
        }

        @Override
        public Duration getShutdownTimeout() {
            return Duration.ZERO;
        }

        @Override
        public Duration getShutdownQuietPeriod() {
            return Duration.ZERO;
        }

        @Override
        public boolean isUseSsl() {
            return application.isUseSsl();
        }

        @Override
        @SuppressWarnings({"deprecation", "removal"}) // asked for by Spring Data itself
        public boolean isVerifyPeer() {
            return application.isVerifyPeer();
        }

        @Override
        public SslVerifyMode getVerifyMode() {
            return application.getVerifyMode();
        }

        @Override
        public boolean isStartTls() {
            return application.isStartTls();
        }

        @Override
        public Optional<String> getClientName() {
            return application.getClientName();
        }

        @Override
        public Optional<ReadFrom> getReadFrom() {
            return application.getReadFrom();
        }

        @Override
        public Optional<RedisCredentialsProviderFactory> getRedisCredentialsProviderFactory() {
            return application.getRedisCredentialsProviderFactory();
        }

        @Override
        public Duration getCommandTimeout() {
            return application.getCommandTimeout();
        }
    }
}
