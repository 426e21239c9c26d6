package io.jobqueue.spring.actuate;

import io.jobqueue.spring.JobQueueAutoConfiguration;
import io.jobqueue.spring.JobQueues;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The endpoint {@code jobqueue}, where Actuator is present and the endpoint is accessible. */
@AutoConfiguration(after = JobQueueAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(JobQueues.class)
public final class JobQueueEndpointAutoConfiguration {

    @Bean
    @ConditionalOnAvailableEndpoint(JobQueueEndpoint.class)
    @ConditionalOnMissingBean
    JobQueueEndpoint jobQueueEndpoint(JobQueues queues) {
        return new JobQueueEndpoint(queues);
    }

    @Bean
    @ConditionalOnAvailableEndpoint(JobQueueEndpoint.class)
    @ConditionalOnMissingBean
    JobQueueEndpointWebExtension jobQueueEndpointWebExtension(JobQueueEndpoint endpoint) {
        return new JobQueueEndpointWebExtension(endpoint);
    }
}
