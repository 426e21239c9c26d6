package io.jobqueue.spring;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers the beans behind {@link EnableJobQueue} under fixed names, once, however often and from wherever it is imported.
 */
final class JobQueueBeans implements ImportBeanDefinitionRegistrar, EnvironmentAware {

    private static final String PREFIX = "io.jobqueue.spring.internal";

    static final String QUEUE_FACTORY = PREFIX + "QueueFactory";
    static final String QUEUE_DEFINITIONS = PREFIX + "QueueDefinitions";
    static final String QUEUES = PREFIX + "Queues";
    static final String HANDLERS = PREFIX + "Handlers";
    static final String LISTENERS = PREFIX + "Listeners";
    static final String LIFECYCLE = PREFIX + "Lifecycle";

    private boolean enabled = true;

    @Override
    public void setEnvironment(Environment environment) {
        enabled = Binder.get(environment)
                .bind(JobQueueProperties.PREFIX + ".enabled", Boolean.class)
                .orElse(true);
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
        if (enabled) {
            register(registry, QUEUE_DEFINITIONS, QueueDefinitions.class);
            register(registry, QUEUE_FACTORY, QueueFactory.class);
            register(registry, QUEUES, ContextJobQueues.class);
            register(registry, HANDLERS, JobHandlerRegistrar.class);
            register(registry, LISTENERS, JobListenerRegistrar.class);
            register(registry, LIFECYCLE, JobQueueLifecycle.class);
        }
    }

    private static void register(BeanDefinitionRegistry registry, String name, Class<?> type) {
        if (!registry.containsBeanDefinition(name)) {
            RootBeanDefinition definition = new RootBeanDefinition(type);
            definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
            // Said explicitly, spring.main.lazy-initialization does not touch it.
            definition.setLazyInit(false);
            registry.registerBeanDefinition(name, definition);
        }
    }
}
