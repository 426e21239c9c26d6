package io.jobqueue.internal;

import io.jobqueue.JobDefinition;
import java.lang.invoke.MethodType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The processors of a queue by name. Any thread. */
final class Definitions {

    /** A definition with what it makes of the queue's options. */
    record Registered(JobDefinition definition, RunOptions options, Class<?> payloadClass) {}

    private final String queue;
    private final RunOptions defaults;
    private final Map<String, Registered> byName = new ConcurrentHashMap<>();

    Definitions(String queue, RunOptions defaults) {
        this.queue = queue;
        this.defaults = defaults;
    }

    void add(JobDefinition definition) {
        Registered registered =
                new Registered(definition, defaults.with(definition), rawClass(definition.payloadType()));
        if (byName.putIfAbsent(definition.name(), registered) != null) {
            throw new IllegalStateException("queue '" + queue + "' already has a processor for '" + definition.name()
                    + "'; a name has one processor, rename one of them");
        }
    }

    @Nullable
    Registered find(String name) {
        return byName.get(name);
    }

    /** The one name whose processor takes exactly this class, or else any class it extends. */
    String nameFor(Class<?> payloadClass) {
        List<String> names = namesWhere(payloadClass, true);
        if (names.isEmpty()) {
            names = namesWhere(payloadClass, false);
        }
        if (names.size() != 1) {
            throw new IllegalArgumentException("payload: " + payloadClass.getName() + " is taken by "
                    + (names.isEmpty() ? "no processor" : "the processors " + names) + " of queue '" + queue
                    + "'; name the job: enqueue(name, payload). Known names: " + names());
        }
        return names.get(0);
    }

    private List<String> namesWhere(Class<?> payloadClass, boolean exactly) {
        return byName.values().stream()
                .filter(r -> exactly
                        ? r.payloadClass() == payloadClass
                        : r.payloadClass().isAssignableFrom(payloadClass))
                .map(r -> r.definition().name())
                .sorted()
                .toList();
    }

    String names() {
        return new TreeSet<>(byName.keySet()).toString();
    }

    private static Class<?> rawClass(Type type) {
        if (type instanceof Class<?> c) {
            return boxed(c);
        }
        if (type instanceof ParameterizedType parameterized) {
            return rawClass(parameterized.getRawType());
        }
        if (type instanceof GenericArrayType array) {
            return rawClass(array.getGenericComponentType()).arrayType();
        }
        return Object.class;
    }

    private static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }
}
