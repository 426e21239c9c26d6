package io.jobqueue.spring.metrics;

import io.jobqueue.spring.JobQueueAutoConfiguration;
import io.jobqueue.spring.JobQueues;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Meters of queues, where Micrometer is present. Without a registry they count nothing. */
@AutoConfiguration(after = JobQueueAutoConfiguration.class)
@ConditionalOnClass({MeterRegistry.class, MeterBinder.class})
@ConditionalOnBean(JobQueues.class)
public final class JobQueueMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    JobQueueMeters jobQueueMeters(ListableBeanFactory beans) {
        return new JobQueueMeters(beans);
    }
}
