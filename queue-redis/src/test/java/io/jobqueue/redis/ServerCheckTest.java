package io.jobqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.JobQueueException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class ServerCheckTest {

    private static RedisServer server;
    private static LettuceConnectionFactory connections;

    @BeforeAll
    static void start() {
        server = RedisServer.start("--maxmemory-policy", "noeviction");
        connections = new Connections(server).factory();
    }

    @AfterAll
    static void stop() {
        connections.destroy();
        server.close();
    }

    @Test
    void checkServer_fitServer_says() {
        try (RedisBackend backend = backend(connections)) {
            assertThatCode(backend::checkServer).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"allkeys-lru", "volatile-ttl"})
    void checkServer_serverThatEvicts_saysWhatToSet(String policy) {
        server.command("CONFIG", "SET", "maxmemory-policy", policy);
        try (RedisBackend backend = backend(connections)) {
            assertThatThrownBy(backend::checkServer)
                    .isInstanceOf(RedisSetupException.class)
                    .hasMessageContaining("maxmemory-policy of the server is '" + policy + "'")
                    .hasMessageContaining("'noeviction'");
            assertThatThrownBy(() -> Jobs.put(backend, "a")).isInstanceOf(RedisSetupException.class);
            server.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
            Jobs.put(backend, policy); // and needs no restart
            assertThat(Jobs.claimIds(backend, 1)).containsExactly(policy);
        } finally {
            server.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
        }
    }

    @Test
    void checkServer_scriptsForbidden_saysWhatToAllow() {
        LettuceConnectionFactory limited = userWith("+@all", "-eval", "-evalsha");
        try (RedisBackend backend = backend(limited)) {
            assertThatThrownBy(backend::checkServer)
                    .isInstanceOf(RedisSetupException.class)
                    .hasMessageContaining("allow this user EVAL and EVALSHA");
        } finally {
            limited.destroy();
        }
    }

    @Test
    void checkServer_keysForbidden_saysWhich() {
        LettuceConnectionFactory limited = userWith("+@all", "resetkeys", "~other:*");
        try (RedisBackend backend = backend(limited)) {
            assertThatThrownBy(backend::checkServer)
                    .isInstanceOf(RedisSetupException.class)
                    .hasMessageContaining("{jobqueue:check}:");
        } finally {
            limited.destroy();
        }
    }

    @Test
    void checkServer_configForbidden_goesOn() {
        LettuceConnectionFactory limited = userWith("+@all", "-config", "-info");
        try (RedisBackend backend = backend(limited)) {
            assertThatCode(backend::checkServer).doesNotThrowAnyException();
            Jobs.put(backend, "b");
            assertThat(Jobs.claimIds(backend, 1)).containsExactly("b");
        } finally {
            limited.destroy();
        }
    }

    @Test
    void checkServer_noServer_isNoMistakeInTheSetup() {
        LettuceConnectionFactory nowhere = new Connections("127.0.0.1", RedisServer.freePort()).factory();
        try (RedisBackend backend = backend(nowhere)) {
            assertThatThrownBy(backend::checkServer)
                    .isInstanceOf(JobQueueException.class)
                    .isNotInstanceOf(RedisSetupException.class)
                    .hasMessageContaining("cannot connect to Redis");
        } finally {
            nowhere.destroy();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"6.2.14", "5.0.0", "2.8.24"})
    void requireVersion_oldRedis_saysWhichIsNeeded(String version) {
        assertThatThrownBy(() -> check().requireVersion("# Server\r\nredis_version:" + version + "\r\nredis_mode:x"))
                .isInstanceOf(RedisSetupException.class)
                .hasMessageContaining("Redis " + version)
                .hasMessageContaining("7.0 or newer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"redis_version:7.0.0", "redis_version:8.2.1", "server_name:valkey\r\nredis_version:7.2.4", ""})
    void requireVersion_newEnoughOrUnknown_isFine(String info) {
        assertThatCode(() -> check().requireVersion(info)).doesNotThrowAnyException();
    }

    private static ServerCheck check() {
        Settings settings = new Settings(
                "jobqueue", "check", Duration.ofSeconds(30), 0, Duration.ofDays(1), 1, Duration.ofSeconds(2), "host");
        return new ServerCheck(settings, new Keys("jobqueue", "check"));
    }

    private static RedisBackend backend(LettuceConnectionFactory factory) {
        return RedisBackend.builder(factory, "check").build();
    }

    private static LettuceConnectionFactory userWith(String... rules) {
        String[] command = new String[rules.length + 7];
        System.arraycopy(new String[] {"ACL", "SETUSER", "limited", "reset", "on", ">secret", "~*"}, 0, command, 0, 7);
        System.arraycopy(rules, 0, command, 7, rules.length);
        server.command(command);
        RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(server.host(), server.port());
        configuration.setUsername("limited");
        configuration.setPassword("secret");
        LettuceConnectionFactory factory = new LettuceConnectionFactory(configuration);
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }
}
