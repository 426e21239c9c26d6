package io.jobqueue.spring.redis;

import io.jobqueue.redis.RedisBackend;
import io.jobqueue.redis.RedisBackendBuilder;
import io.jobqueue.redis.RedisSetupException;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spring.JobBackendFactory;
import io.jobqueue.spring.JobQueueProperties;
import io.jobqueue.spring.QueueSettings;
import io.jobqueue.spring.Setting;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Makes backends on the application's Lettuce connection factory, with the properties {@code job-queue.redis.*}. */
final class RedisJobBackendFactory implements JobBackendFactory {

    private static final Logger log = LoggerFactory.getLogger(RedisJobBackendFactory.class);
    private static final String NAME = "redis";

    private final ListableBeanFactory beans;

    /** Whether it was away when it was last asked, so that not every queue waits for it. */
    private volatile boolean isServerAway;

    RedisJobBackendFactory(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public JobBackend create(String queue) {
        return checked(builder(queue).build());
    }

    @Override
    public JobBackend create(String queue, int capacity) {
        return checked(builder(queue).capacity(capacity).build());
    }

    /** Refuses a server that cannot keep jobs as it is. One that is away may be back soon: queues look for it themselves. */
    private RedisBackend checked(RedisBackend backend) {
        if (!isServerAway) {
            try {
                backend.checkServer();
            } catch (RedisSetupException unfit) {
                backend.close();
                throw unfit;
            } catch (RuntimeException away) {
                isServerAway = true;
                log.debug("Redis cannot be checked at the start", away);
            }
        }
        return backend;
    }

    private RedisBackendBuilder builder(String queue) {
        QueueSettings settings = new QueueSettings(queue, beans.getBean(JobQueueProperties.class));
        RedisBackendBuilder builder = RedisBackend.builder(connectionFactory(settings), queue);
        settings.apply("redis.namespace", p -> p.getRedis().getNamespace(), builder::namespace);
        settings.apply("redis.lease", p -> p.getRedis().getLease(), builder::lease);
        settings.apply("redis.command-timeout", p -> p.getRedis().getCommandTimeout(), builder::commandTimeout);
        settings.apply("redis.dead-age", p -> p.getRedis().getDeadAge(), builder::deadAge);
        settings.apply("redis.dead-limit", p -> p.getRedis().getDeadLimit(), builder::deadLimit);
        settings.apply("redis.node-name", p -> p.getRedis().getNodeName(), builder::host);
        return builder;
    }

    private LettuceConnectionFactory connectionFactory(QueueSettings settings) {
        Optional<Setting<String>> named =
                settings.find("redis.connection-factory", p -> p.getRedis().getConnectionFactory());
        if (named.isPresent()) {
            return named(named.get());
        }
        LettuceConnectionFactory only =
                beans.getBeanProvider(LettuceConnectionFactory.class).getIfUnique();
        if (only != null) {
            return only;
        }
        List<String> names = names(LettuceConnectionFactory.class);
        throw backend(settings)
                .refused(
                        names.isEmpty()
                                ? noneFound()
                                : "there are several connection factories, " + names
                                        + "; set job-queue.redis.connection-factory"
                                        + " to the name of one, or mark one as @Primary");
    }

    private LettuceConnectionFactory named(Setting<String> name) {
        List<String> names = names(LettuceConnectionFactory.class);
        if (!names.contains(name.value())) {
            throw name.refused("there is no LettuceConnectionFactory bean with this name; there are " + names);
        }
        return beans.getBean(name.value(), LettuceConnectionFactory.class);
    }

    private String noneFound() {
        List<String> others = names(RedisConnectionFactory.class);
        return others.isEmpty()
                ? "there is no connection factory for Redis; add org.springframework.boot:spring-boot-starter-data-redis and"
                        + " set spring.data.redis.host, or define a bean of type "
                        + LettuceConnectionFactory.class.getName()
                : "queues in Redis need Lettuce, but " + others
                        + " is of another kind; add io.lettuce:lettuce-core and set"
                        + " spring.data.redis.client-type to lettuce, or define a bean of type "
                        + LettuceConnectionFactory.class.getName();
    }

    private List<String> names(Class<?> type) {
        return Arrays.asList(beans.getBeanNamesForType(type, true, false));
    }

    private static Setting<String> backend(QueueSettings settings) {
        return settings.find("backend", p -> p.getBackend())
                .orElseGet(() -> new Setting<>(JobQueueProperties.PREFIX + ".backend", NAME));
    }
}
