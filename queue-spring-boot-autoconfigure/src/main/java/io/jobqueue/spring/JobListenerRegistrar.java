package io.jobqueue.spring;

import io.jobqueue.JobQueue;
import io.jobqueue.event.JobListener;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Adds the application's listeners to the queues that are made from properties. It does so when all singletons exist, so
 * that a listener can have queues injected.
 */
final class JobListenerRegistrar implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;
    private final JobQueues queues;

    JobListenerRegistrar(ConfigurableListableBeanFactory beans, JobQueues queues) {
        this.beans = beans;
        this.queues = queues;
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (JobQueue queue : queues) {
            if (beans.containsBeanDefinition(QueueBeanNames.QUEUE + queue.name())) {
                beans.getBeanProvider(JobListener.class).orderedStream().forEach(queue::addListener);
            }
        }
    }
}
