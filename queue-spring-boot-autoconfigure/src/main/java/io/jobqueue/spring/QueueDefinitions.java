package io.jobqueue.spring;

import io.jobqueue.JobQueue;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Defines one bean per queue, and one for its view as an executor, when the application's own beans are known: the default
 * queue is left out if the application defines a queue itself.
 */
final class QueueDefinitions implements BeanDefinitionRegistryPostProcessor, EnvironmentAware {

    private @Nullable Environment environment;

    @Override
    public void setEnvironment(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        JobQueueProperties properties = Binder.get(Objects.requireNonNull(environment))
                .bindOrCreate(JobQueueProperties.PREFIX, JobQueueProperties.class);
        Set<String> further = new LinkedHashSet<>(properties.getQueues().keySet());
        if (!hasOwnQueue(registry)) {
            further.remove(properties.getName());
            define(registry, JobQueueProperties.PREFIX + ".name", properties.getName(), true);
        }
        further.forEach(name -> define(registry, JobQueueProperties.PREFIX + ".queues", name, false));
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {}

    /** Whether the application has a queue that an injection point without a qualifier would get. */
    private static boolean hasOwnQueue(BeanDefinitionRegistry registry) {
        ConfigurableListableBeanFactory beanFactory = (ConfigurableListableBeanFactory) registry;
        for (String name : beanFactory.getBeanNamesForType(JobQueue.class, true, false)) {
            if (!name.startsWith(QueueBeanNames.QUEUE) && isDefaultCandidate(beanFactory, name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDefaultCandidate(ConfigurableListableBeanFactory beanFactory, String name) {
        if (!beanFactory.containsBeanDefinition(name)) {
            return true;
        }
        BeanDefinition definition = beanFactory.getBeanDefinition(name);
        return definition.isAutowireCandidate()
                && (!(definition instanceof AbstractBeanDefinition full) || full.isDefaultCandidate());
    }

    private static void define(BeanDefinitionRegistry registry, String key, String name, boolean isDefault) {
        checkName(key, name);
        RootBeanDefinition queue = definition(JobQueue.class, "create", name);
        queue.setPrimary(isDefault);
        queue.setDefaultCandidate(isDefault);
        register(registry, QueueBeanNames.QUEUE + name, queue);

        RootBeanDefinition executor = definition(ExecutorService.class, "createExecutor", name);
        executor.setDefaultCandidate(false);
        // The view's own close() would wait for the view's tasks; the queue's lifecycle does that.
        executor.setDestroyMethodName("");
        register(registry, QueueBeanNames.EXECUTOR + name, executor);
    }

    private static RootBeanDefinition definition(Class<?> type, String factoryMethod, String name) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(type);
        definition.setFactoryBeanName(JobQueueBeans.QUEUE_FACTORY);
        definition.setUniqueFactoryMethodName(factoryMethod);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, name));
        definition.setLazyInit(false);
        return definition;
    }

    private static void register(BeanDefinitionRegistry registry, String beanName, RootBeanDefinition definition) {
        if (!registry.containsBeanDefinition(beanName)) {
            registry.registerBeanDefinition(beanName, definition);
        }
    }

    private static void checkName(String key, String name) {
        try {
            JobQueue.builder(name);
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationPropertyValueException(key, name, String.valueOf(e.getMessage()));
        }
    }
}
