package io.jobqueue.spring;

import io.jobqueue.JobDefinition;
import io.jobqueue.JobQueue;
import io.jobqueue.retry.RetryPolicy;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.EmbeddedValueResolver;
import org.springframework.util.StringValueResolver;

/** Registers all {@link JobHandler} methods with their queues once all singletons exist, before queues start. */
final class JobHandlerRegistrar implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;
    private final ContextJobQueues queues;
    private final JobQueueProperties properties;
    private final StringValueResolver resolver;
    private final Map<Key, String> handlers = new HashMap<>();

    JobHandlerRegistrar(ConfigurableListableBeanFactory beans, ContextJobQueues queues, JobQueueProperties properties) {
        this.beans = beans;
        this.queues = queues;
        this.properties = properties;
        this.resolver = new EmbeddedValueResolver(beans);
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (String beanName : beans.getBeanNamesForType(Object.class)) {
            HandlerMethods.of(beans, beanName).forEach((method, annotation) -> register(beanName, method, annotation));
        }
    }

    private void register(String beanName, Method method, JobHandler annotation) {
        Class<?> targetClass = Objects.requireNonNull(HandlerMethods.targetType(beans, beanName));
        String description = HandlerSignature.describe(method, targetClass);
        HandlerSignature signature = HandlerSignature.of(method, targetClass);
        HandlerAttributes attributes = new HandlerAttributes(annotation, description, resolver);
        String name = attributes.name();
        JobQueue queue = queue(attributes.queue(), description);
        checkUnique(new Key(queue.name(), name), description + " (bean '" + beanName + "')");

        HandlerProcessor processor = new HandlerProcessor(beans, beanName, method, signature);
        if (beans.containsSingleton(beanName)) {
            processor.invocable(beans.getBean(beanName).getClass());
        }
        JobDefinition definition = attributes.define(signature.payloadType(), processor);
        queue.register(attributes.applyTo(definition, retryPolicy(queue.name())));
        queues.addHandler(queue.name(), name);
    }

    /** Of a queue that is made from properties; the application's own queues do not tell theirs. */
    private RetryPolicy retryPolicy(String queue) {
        return beans.containsBeanDefinition(QueueBeanNames.QUEUE + queue)
                ? new QueueSettings(queue, properties).retryPolicy()
                : RetryPolicy.none();
    }

    private JobQueue queue(String name, String description) {
        if (name.isEmpty()) {
            return queues.findDefault()
                    .orElseThrow(() -> new InvalidJobQueueException(
                            description + " names no queue, and there is no default queue among " + queues.names()
                                    + ".",
                            "Name a queue: @JobHandler(name = \"...\", queue = \"...\"), or mark one queue's bean as"
                                    + " @Primary."));
        }
        return queues.find(name)
                .orElseThrow(() -> new InvalidJobQueueException(
                        description + " belongs to the queue '" + name + "', which does not exist; there are "
                                + queues.names() + ".",
                        "Add the queue by a property below '" + JobQueueProperties.PREFIX + ".queues." + name
                                + "', worker-count for example, or correct the annotation's attribute queue."));
    }

    private void checkUnique(Key key, String description) {
        String other = handlers.putIfAbsent(key, description);
        if (other != null) {
            throw new InvalidJobQueueException(
                    "Two handlers in the queue '" + key.queue + "' have the name '" + key.name + "': " + other
                            + ", and " + description + ".",
                    "Give one of them another name or another queue.");
        }
    }

    private record Key(String queue, String name) {}
}
