package io.jobqueue.spring.observation;

import io.jobqueue.spring.JobQueueProperties;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Matches if somebody observes who learns more from observations than the meters of jobs say anyway, a tracer for example:
 * an observation costs several times what a job does otherwise.
 *
 * <p>Handlers that are added to the registry by code cannot be seen from here. So, unless the property decides, only what
 * Spring Boot sets up by itself counts as nobody: its registry, and handlers that make meters.
 */
final class OnObservers extends SpringBootCondition implements ConfigurationCondition {

    private static final String PROPERTY = JobQueueProperties.PREFIX + ".observations";
    private static final String BOOT = "org.springframework.boot.micrometer.observation.autoconfigure.";
    private static final String BOOTS_CONFIGURATION = BOOT + "ObservationAutoConfiguration";
    private static final String CUSTOMIZER = BOOT + "ObservationRegistryCustomizer";
    private static final String MAKES_METERS = "io.micrometer.core.instrument.observation.MeterObservationHandler";

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("Observers of jobs");
        Boolean wanted = Binder.get(context.getEnvironment())
                .bind(PROPERTY, Boolean.class)
                .orElse(null);
        if (wanted != null) {
            return new ConditionOutcome(wanted, message.because(PROPERTY + " is " + wanted));
        }
        String observer = observer(Objects.requireNonNull(context.getBeanFactory(), "beanFactory"));
        return observer == null
                ? ConditionOutcome.noMatch(message.because("only meters are made, and the queue makes its own"))
                : ConditionOutcome.match(message.foundExactly("bean '" + observer + "'"));
    }

    /** The name of a bean that observes, or may have brought in somebody who does. */
    private static @Nullable String observer(ConfigurableListableBeanFactory beans) {
        Class<?> makesMeters = find(beans, MAKES_METERS);
        Stream<String> registries = names(beans, ObservationRegistry.class).filter(name -> !isBoots(beans, name));
        Stream<String> handlers = names(beans, ObservationHandler.class)
                .filter(name -> makesMeters == null || !beans.isTypeMatch(name, makesMeters));
        Stream<String> others = Stream.of(
                        find(beans, CUSTOMIZER),
                        JobEnqueueObservationConvention.class,
                        JobAttemptObservationConvention.class)
                .filter(Objects::nonNull)
                .flatMap(type -> names(beans, type));
        return Stream.of(registries, handlers, others)
                .flatMap(names -> names)
                .findFirst()
                .orElse(null);
    }

    private static Stream<String> names(ConfigurableListableBeanFactory beans, Class<?> type) {
        return Stream.of(beans.getBeanNamesForType(type, true, false));
    }

    private static boolean isBoots(ConfigurableListableBeanFactory beans, String name) {
        BeanDefinition definition = beans.containsBeanDefinition(name) ? beans.getBeanDefinition(name) : null;
        return definition != null && BOOTS_CONFIGURATION.equals(definition.getFactoryBeanName());
    }

    private static @Nullable Class<?> find(ConfigurableListableBeanFactory beans, String className) {
        ClassLoader loader = beans.getBeanClassLoader();
        return ClassUtils.isPresent(className, loader) ? ClassUtils.resolveClassName(className, loader) : null;
    }
}
