package io.jobqueue.spring.actuate;

import io.jobqueue.spring.JobQueueAutoConfiguration;
import io.jobqueue.spring.JobQueueProperties;
import io.jobqueue.spring.JobQueues;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The health component {@code jobqueue}, unless {@code management.health.jobqueue.enabled} is false. */
@AutoConfiguration(
        after = JobQueueAutoConfiguration.class,
        beforeName =
                "org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration")
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(JobQueues.class)
public final class JobQueueHealthAutoConfiguration {

    @Bean
    @ConditionalOnEnabledHealthIndicator("jobqueue")
    @ConditionalOnMissingBean(name = "jobqueueHealthIndicator")
    JobQueueHealthIndicator jobqueueHealthIndicator(JobQueues queues, JobQueueProperties properties) {
        return new JobQueueHealthIndicator(queues, properties);
    }
}
