package io.jobqueue.spring;

import io.jobqueue.JobQueue;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.Order;

/** Names the queues there are when the one that is to be injected is not among them. */
@Order(Ordered.HIGHEST_PRECEDENCE) // before Boot's own for missing beans
final class NoSuchQueueFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

    private final BeanFactory beans;

    NoSuchQueueFailureAnalyzer(BeanFactory beans) {
        this.beans = beans;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        if (cause.getNumberOfBeansFound() > 0
                || cause.getBeanType() != JobQueue.class
                || !(beans instanceof ListableBeanFactory listable)) {
            return null;
        }
        List<String> queues = queues(listable);
        if (queues.isEmpty()) {
            return new FailureAnalysis(
                    "A JobQueue is to be injected, but there is no queue at all.",
                    "Set job-queue.enabled to true, or remove it; without Spring Boot's auto-configuration, add"
                            + " @EnableJobQueue to a configuration class.",
                    cause);
        }
        String wanted = qualifier(rootFailure);
        return wanted == null ? null : unknown(wanted, queues, cause);
    }

    private static FailureAnalysis unknown(String wanted, List<String> queues, Throwable cause) {
        return new FailureAnalysis(
                "The queue '" + wanted + "' is to be injected, which does not exist; there are " + queues + ".",
                "Add the queue by a property below '" + JobQueueProperties.PREFIX + ".queues." + wanted
                        + "', worker-count for example, or correct the qualifier.",
                cause);
    }

    private static List<String> queues(ListableBeanFactory beans) {
        return Arrays.stream(beans.getBeanNamesForType(JobQueue.class, true, false))
                .map(name ->
                        name.startsWith(QueueBeanNames.QUEUE) ? name.substring(QueueBeanNames.QUEUE.length()) : name)
                .sorted()
                .toList();
    }

    /** What the injection point asks for, or null. */
    private @Nullable String qualifier(Throwable rootFailure) {
        UnsatisfiedDependencyException unsatisfied = findCause(rootFailure, UnsatisfiedDependencyException.class);
        String qualifier = null;
        while (unsatisfied != null) {
            InjectionPoint point = unsatisfied.getInjectionPoint();
            qualifier = point == null ? null : qualifier(point);
            Throwable next = unsatisfied.getCause();
            unsatisfied = next == null ? null : findCause(next, UnsatisfiedDependencyException.class);
        }
        return qualifier;
    }

    private static @Nullable String qualifier(InjectionPoint point) {
        Qualifier qualifier = point.getMethodParameter() != null
                ? point.getMethodParameter().getParameterAnnotation(Qualifier.class)
                : AnnotatedElementUtils.findMergedAnnotation(point.getAnnotatedElement(), Qualifier.class);
        return qualifier == null ? null : qualifier.value();
    }
}
