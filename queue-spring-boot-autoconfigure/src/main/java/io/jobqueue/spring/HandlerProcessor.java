package io.jobqueue.spring;

import io.jobqueue.JobContext;
import io.jobqueue.JobProcessor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.UndeclaredThrowableException;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Runs a job by a method of a bean. The bean, unless it is a singleton, is looked up for each run, so that its scope holds. */
final class HandlerProcessor implements JobProcessor<@Nullable Object> {

    private final BeanFactory beans;
    private final String beanName;
    private final Method method;
    private final HandlerSignature signature;
    private volatile @Nullable Object singleton;
    private volatile @Nullable Invocable lastInvocable;

    HandlerProcessor(BeanFactory beans, String beanName, Method method, HandlerSignature signature) {
        this.beans = beans;
        this.beanName = beanName;
        this.method = method;
        this.signature = signature;
    }

    @Override
    public void process(@Nullable Object payload, JobContext context) throws Exception {
        Object bean = bean();
        try {
            invocable(bean.getClass()).invoke(bean, signature.arguments(payload, context));
        } catch (InvocationTargetException e) {
            throw unwrap(e.getTargetException());
        }
    }

    private Object bean() {
        Object bean = singleton;
        if (bean == null) {
            bean = beans.getBean(beanName);
            singleton = beans.isSingleton(beanName) ? bean : null;
        }
        return bean;
    }

    /**
     * The method as it can be called on objects of a class, which may be a proxy's.
     *
     * @throws InvalidJobQueueException if it cannot
     */
    Method invocable(Class<?> beanClass) {
        Invocable last = lastInvocable;
        if (last != null && last.beanClass == beanClass) {
            return last.method;
        }
        Method selected = select(beanClass);
        ReflectionUtils.makeAccessible(selected);
        lastInvocable = new Invocable(beanClass, selected);
        return selected;
    }

    private Method select(Class<?> beanClass) {
        if (Modifier.isFinal(method.getModifiers()) && isClassProxy(beanClass)) {
            throw new InvalidJobQueueException(
                    HandlerSignature.describe(method, method.getDeclaringClass())
                            + " is final, but its bean is proxied: it would run on the proxy, whose fields are empty.",
                    "Remove 'final' from the method.");
        }
        try {
            return AopUtils.selectInvocableMethod(method, beanClass);
        } catch (IllegalStateException e) {
            throw new InvalidJobQueueException(
                    HandlerSignature.describe(method, method.getDeclaringClass()) + " cannot be called on its bean '"
                            + beanName + "': " + e.getMessage(),
                    "Declare the method in an interface of the bean, or let class proxies be made"
                            + " (spring.aop.proxy-target-class=true).");
        }
    }

    private static boolean isClassProxy(Class<?> beanClass) {
        return beanClass.getName().contains(ClassUtils.CGLIB_CLASS_SEPARATOR)
                && SpringProxy.class.isAssignableFrom(beanClass);
    }

    private static Exception unwrap(Throwable thrown) {
        Throwable cause = thrown instanceof UndeclaredThrowableException wrapper && wrapper.getCause() != null
                ? wrapper.getCause()
                : thrown;
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof Exception exception ? exception : new UndeclaredThrowableException(cause);
    }

    private record Invocable(Class<?> beanClass, Method method) {}
}
