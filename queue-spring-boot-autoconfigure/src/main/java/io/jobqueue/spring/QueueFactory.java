package io.jobqueue.spring;

import io.jobqueue.JobInterceptor;
import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueBuilder;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.PayloadCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.thread.Threading;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;
import org.springframework.util.ClassUtils;

/** Makes queues from properties and from the beans of the application that have a say in them. */
final class QueueFactory {

    static final String JSON_MAPPER = "tools.jackson.databind.json.JsonMapper";
    static final String TRANSACTIONS = "org.springframework.transaction.support.TransactionSynchronizationManager";

    private final JobQueueProperties properties;
    private final ConfigurableListableBeanFactory beans;
    private final Environment environment;

    QueueFactory(JobQueueProperties properties, ConfigurableListableBeanFactory beans, Environment environment) {
        this.properties = properties;
        this.beans = beans;
        this.environment = environment;
    }

    JobQueue create(String name) {
        QueueSettings settings = new QueueSettings(name, properties);
        JobQueueBuilder builder = JobQueue.builder(name);
        if (settings.find("virtual-threads", QueueProperties::getVirtualThreads).isEmpty()) {
            builder.virtualThreads(Threading.VIRTUAL.isActive(environment));
        }
        settings.applyTo(builder);
        applyCodec(settings, builder);
        applyBackend(name, settings, builder);
        applyTiming(name, settings, builder);
        interceptors().forEach(builder::interceptor);
        beans.getBeanProvider(JobQueueCustomizer.class).orderedStream().forEach(c -> c.customize(name, builder));
        return builder.build();
    }

    ExecutorService createExecutor(String name) {
        JobQueue queue = beans.getBean(QueueBeanNames.QUEUE + name, JobQueue.class);
        List<TaskDecorator> decorators =
                beans.getBeanProvider(TaskDecorator.class).orderedStream().toList();
        ExecutorService executor = queue.asExecutor();
        return decorators.isEmpty()
                ? executor
                : new DecoratingExecutor(executor, new CompositeTaskDecorator(decorators));
    }

    private void applyCodec(QueueSettings settings, JobQueueBuilder builder) {
        PayloadCodec codec = beans.getBeanProvider(PayloadCodec.class).getIfAvailable(this::jacksonCodec);
        if (codec != null) {
            builder.codec(codec);
            return;
        }
        settings.find("copy-payloads", QueueProperties::getCopyPayloads)
                .filter(Setting::value)
                .ifPresent(setting -> {
                    throw setting.refused("payloads can only be copied by a codec, and there is none;"
                            + " add Jackson 3 (org.springframework.boot:spring-boot-starter-jackson)"
                            + " or define a bean of type " + PayloadCodec.class.getName());
                });
    }

    private @Nullable PayloadCodec jacksonCodec() {
        return isPresent(JSON_MAPPER) ? JacksonPayloadCodec.of(beans) : null;
    }

    private void applyBackend(String queue, QueueSettings settings, JobQueueBuilder builder) {
        Setting<Integer> capacity = settings.capacity();
        JobBackend backend = createBackend(queue, settings.backend(), capacity);
        if (backend != null) {
            builder.backend(backend);
        }
        if (backend == null || !backend.isStoring()) {
            capacity.applyTo(builder::capacity);
        }
    }

    /** Memory knows no timing: its queues answer at once whether they have room, and run code, too. */
    private void applyTiming(String queue, QueueSettings settings, JobQueueBuilder builder) {
        if (settings.inTransaction() == EnqueueInTransaction.AFTER_COMMIT && isPresent(TRANSACTIONS)) {
            builder.enqueueTiming(new AfterCommit(queue, settings.maySendingRunJobs()));
        }
    }

    private boolean isPresent(String className) {
        return ClassUtils.isPresent(className, beans.getBeanClassLoader());
    }

    /** Null for the backend that queues have by themselves. */
    private @Nullable JobBackend createBackend(String queue, Setting<String> kind, Setting<Integer> capacity) {
        List<JobBackendFactory> factories =
                beans.getBeanProvider(JobBackendFactory.class).orderedStream().toList();
        for (JobBackendFactory factory : factories) {
            if (factory.name().equalsIgnoreCase(kind.value())) {
                return createBackend(factory, queue, capacity);
            }
        }
        if (!kind.value().equalsIgnoreCase(QueueSettings.Defaults.BACKEND)) {
            throw kind.refused(unknownBackend(kind.value(), factories));
        }
        return null;
    }

    private static JobBackend createBackend(JobBackendFactory factory, String queue, Setting<Integer> capacity) {
        if (capacity.value() == QueueSettings.Defaults.CAPACITY) {
            return factory.create(queue);
        }
        try {
            return factory.create(queue, capacity.value());
        } catch (IllegalArgumentException e) {
            throw capacity.refused(String.valueOf(e.getMessage()));
        }
    }

    private static String unknownBackend(String name, List<JobBackendFactory> factories) {
        List<String> known = new ArrayList<>(List.of(QueueSettings.Defaults.BACKEND));
        factories.forEach(factory -> known.add(factory.name()));
        if (name.equalsIgnoreCase("redis")) {
            return "there is no such backend here; add the modules io.jobqueue:queue-redis and"
                    + " org.springframework.boot:spring-boot-starter-data-redis, or choose one of " + known;
        }
        return "there is no such backend here; add the module io.jobqueue:queue-" + name
                + " if that is its name, or choose one of " + known;
    }

    /** The application's, and inside those that come first, the MDC. */
    private List<JobInterceptor> interceptors() {
        List<JobInterceptor> interceptors = new ArrayList<>(
                beans.getBeanProvider(JobInterceptor.class).orderedStream().toList());
        if (properties.isMdc()) {
            interceptors.add(new MdcInterceptor());
        }
        AnnotationAwareOrderComparator.sort(interceptors);
        return interceptors;
    }
}
