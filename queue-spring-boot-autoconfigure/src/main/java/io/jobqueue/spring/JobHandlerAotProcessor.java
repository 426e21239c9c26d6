package io.jobqueue.spring;

import java.lang.reflect.Method;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.aot.BeanRegistrationCode;
import org.springframework.beans.factory.support.RegisteredBean;

/** Makes handler methods callable, and their payloads readable, in native images. */
final class JobHandlerAotProcessor implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = HandlerMethods.targetType(bean.getBeanFactory(), bean.getBeanName());
        if (type == null) {
            return null;
        }
        Set<Method> methods = HandlerMethods.of(type).keySet();
        return methods.isEmpty() ? null : new Contribution(type, methods);
    }

    private record Contribution(Class<?> type, Set<Method> methods) implements BeanRegistrationAotContribution {

        @Override
        public void applyTo(GenerationContext context, BeanRegistrationCode code) {
            ReflectionHints hints = context.getRuntimeHints().reflection();
            BindingReflectionHintsRegistrar payloads = new BindingReflectionHintsRegistrar();
            for (Method method : methods) {
                hints.registerMethod(method, ExecutableMode.INVOKE);
                payloads.registerReflectionHints(
                        hints, HandlerSignature.of(method, type).payloadType());
            }
        }
    }
}
