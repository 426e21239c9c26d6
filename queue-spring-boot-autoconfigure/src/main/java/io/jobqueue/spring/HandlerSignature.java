package io.jobqueue.spring;

import io.jobqueue.JobContext;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/**
 * What a handler method takes.
 *
 * @param payloadType what the payload is read as; {@link Void} if the method takes none
 * @param payloadIndex which parameter is the payload; -1 for none
 * @param contextIndex which parameter is the context; -1 for none
 * @param count the number of parameters
 */
record HandlerSignature(Type payloadType, int payloadIndex, int contextIndex, int count) {

    private static final String ALLOWED =
            "A handler takes at most the payload and a JobContext. Put what else it needs into the payload, a record for"
                    + " example, or into fields of the bean.";

    /**
     * @param targetClass the bean's class, which may bind type variables of the method's class
     * @throws InvalidJobQueueException if this is no method for a handler
     */
    static HandlerSignature of(Method method, Class<?> targetClass) {
        checkModifiers(method, targetClass);
        checkReturnType(method, targetClass);
        int payload = -1;
        int context = -1;
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            boolean isContext = types[i] == JobContext.class;
            if (isContext ? context >= 0 : payload >= 0) {
                throw new InvalidJobQueueException(
                        describe(method, targetClass) + " has too many parameters: it takes more than one "
                                + (isContext ? "JobContext." : "payload."),
                        ALLOWED);
            }
            context = isContext ? i : context;
            payload = isContext ? payload : i;
        }
        return new HandlerSignature(payloadType(method, payload, targetClass), payload, context, types.length);
    }

    @Nullable
    Object[] arguments(@Nullable Object payload, JobContext context) {
        @Nullable Object[] arguments = new Object[count];
        if (payloadIndex >= 0) {
            arguments[payloadIndex] = payload;
        }
        if (contextIndex >= 0) {
            arguments[contextIndex] = context;
        }
        return arguments;
    }

    static String describe(Method method, Class<?> targetClass) {
        return "The @JobHandler method '" + method.getName() + "' of " + targetClass.getName();
    }

    private static Type payloadType(Method method, int index, Class<?> targetClass) {
        if (index < 0) {
            return Void.class;
        }
        Type type = GenericTypeResolver.resolveType(method.getGenericParameterTypes()[index], targetClass);
        return type instanceof Class<?> simple ? ClassUtils.resolvePrimitiveIfNecessary(simple) : type;
    }

    private static void checkModifiers(Method method, Class<?> targetClass) {
        if (Modifier.isPrivate(method.getModifiers())) {
            throw new InvalidJobQueueException(
                    describe(method, targetClass) + " is private.",
                    "Make it package-private, protected or public, so that it can be called, also through a proxy.");
        }
    }

    private static void checkReturnType(Method method, Class<?> targetClass) {
        Class<?> type = method.getReturnType();
        boolean later = Future.class.isAssignableFrom(type)
                || CompletionStage.class.isAssignableFrom(type)
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
        if (later) {
            throw new InvalidJobQueueException(
                    describe(method, targetClass) + " returns " + type.getSimpleName()
                            + ": its job would count as done before its work is.",
                    "Let it return void and wait for the result itself, for example by join() or block().");
        }
    }
}
