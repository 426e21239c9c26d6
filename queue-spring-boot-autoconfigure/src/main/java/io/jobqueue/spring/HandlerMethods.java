package io.jobqueue.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Finds {@link JobHandler} methods by the definitions of beans, without making the beans. */
final class HandlerMethods {

    private HandlerMethods() {}

    /** The handlers of one bean, by their most specific method: one for a method and its bridges. */
    static Map<Method, JobHandler> of(ConfigurableListableBeanFactory beans, String beanName) {
        if (ScopedProxyUtils.isScopedTarget(beanName)) {
            return Map.of(); // its proxy is a bean, too
        }
        Class<?> type = targetType(beans, beanName);
        return type == null ? Map.of() : of(type);
    }

    static Map<Method, JobHandler> of(Class<?> type) {
        if (!AnnotationUtils.isCandidateClass(type, JobHandler.class)) {
            return Map.of();
        }
        MethodIntrospector.MetadataLookup<JobHandler> lookup =
                method -> AnnotatedElementUtils.findMergedAnnotation(method, JobHandler.class);
        return MethodIntrospector.selectMethods(type, lookup);
    }

    /** The class behind any proxies, as far as it can be known. */
    static @Nullable Class<?> targetType(ConfigurableListableBeanFactory beans, String beanName) {
        Class<?> type = AutoProxyUtils.determineTargetClass(beans, beanName);
        if (type != null && ScopedObject.class.isAssignableFrom(type)) {
            Class<?> scoped = AutoProxyUtils.determineTargetClass(beans, ScopedProxyUtils.getTargetBeanName(beanName));
            return scoped == null ? type : scoped;
        }
        if (type != null && Proxy.isProxyClass(type) && beans.isSingleton(beanName)) {
            return AopProxyUtils.ultimateTargetClass(beans.getBean(beanName));
        }
        return type;
    }
}
