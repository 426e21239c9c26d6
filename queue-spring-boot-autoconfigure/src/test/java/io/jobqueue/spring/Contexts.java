package io.jobqueue.spring;

import io.jobqueue.spring.actuate.JobQueueEndpointAutoConfiguration;
import io.jobqueue.spring.actuate.JobQueueHealthAutoConfiguration;
import io.jobqueue.spring.metrics.JobQueueMetricsAutoConfiguration;
import io.jobqueue.spring.observation.JobQueueObservationAutoConfiguration;
import io.jobqueue.spring.redis.RedisJobQueueAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Application contexts as the starter makes them, without a web server. */
public final class Contexts {

    private static final Class<?>[] OWN = {
        JobQueueAutoConfiguration.class,
        JobQueueEndpointAutoConfiguration.class,
        JobQueueHealthAutoConfiguration.class,
        JobQueueMetricsAutoConfiguration.class,
        JobQueueObservationAutoConfiguration.class,
        RedisJobQueueAutoConfiguration.class,
        LifecycleAutoConfiguration.class,
        TaskExecutionAutoConfiguration.class
    };

    private Contexts() {}

    public static ApplicationContextRunner runner() {
        return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(OWN));
    }

    /** With Boot's connection factory for a server on a port of this machine, as the application's property says. */
    public static ApplicationContextRunner onRedis(int port) {
        return runner().withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
                .withPropertyValues("spring.data.redis.port=" + port, "job-queue.backend=redis");
    }

    public static Class<?>[] autoConfigurations() {
        return OWN.clone();
    }
}
