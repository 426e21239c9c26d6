package io.jobqueue.spring.observation;

import io.jobqueue.spring.JobQueueAutoConfiguration;
import io.jobqueue.spring.JobQueues;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.Ordered;

/**
 * Observations of jobs, where Micrometer's observation API and a registry are present, and somebody observes. Comes last,
 * because anything else may bring an observer.
 */
@AutoConfiguration(
        after = JobQueueAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({JobQueues.class, ObservationRegistry.class})
@Conditional(OnObservers.class)
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
public final class JobQueueObservationAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    ObservationInterceptor jobQueueObservationInterceptor(
            ObservationRegistry registry,
            ObjectProvider<JobEnqueueObservationConvention> enqueueConvention,
            ObjectProvider<JobAttemptObservationConvention> attemptConvention) {
        return new ObservationInterceptor(
                registry, enqueueConvention.getIfAvailable(), attemptConvention.getIfAvailable());
    }
}
