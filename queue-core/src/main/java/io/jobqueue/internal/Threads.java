package io.jobqueue.internal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Factories of threads; virtual ones where the Java version has them. */
public final class Threads {

    private static final @Nullable ThreadFactory VIRTUAL = findVirtualFactory();

    private Threads() {}

    /** Whether this Java version has virtual threads. */
    public static boolean virtualSupported() {
        return VIRTUAL != null;
    }

    /**
     * Makes virtual threads.
     *
     * @throws UnsupportedOperationException before Java 21
     */
    public static ThreadFactory virtualFactory() {
        if (VIRTUAL == null) {
            throw new UnsupportedOperationException("virtual threads need Java 21 or newer");
        }
        return VIRTUAL;
    }

    /** Makes platform threads that keep the JVM alive while they work. */
    public static ThreadFactory platformFactory() {
        return task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(false);
            return thread;
        };
    }

    /** {@code Thread.ofVirtual().factory()}, by handles, because this is compiled for Java 17. */
    private static @Nullable ThreadFactory findVirtualFactory() {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Class<?> ofVirtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
            MethodHandle create = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(ofVirtual));
            MethodHandle factory = lookup.findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class));
            return (ThreadFactory) factory.invoke(create.invoke());
        } catch (ClassNotFoundException | NoSuchMethodException before21) {
            return null;
        } catch (Throwable notExpected) {
            throw new ExceptionInInitializerError(notExpected);
        }
    }
}
