package io.jobqueue.spring.redis;

import io.jobqueue.redis.RedisBackend;
import io.jobqueue.spring.JobQueueAutoConfiguration;
import io.jobqueue.spring.JobQueueProperties;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The backend {@code redis}, on the application's own connection factory. Nothing is asked of Redis, or of the factory, by
 * an application whose queues have another backend.
 */
@AutoConfiguration(
        before = JobQueueAutoConfiguration.class,
        afterName = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration")
@ConditionalOnClass({RedisBackend.class, LettuceConnectionFactory.class})
@ConditionalOnBooleanProperty(name = JobQueueProperties.PREFIX + ".enabled", matchIfMissing = true)
public final class RedisJobQueueAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    RedisJobBackendFactory redisJobBackendFactory(ListableBeanFactory beans) {
        return new RedisJobBackendFactory(beans);
    }
}
