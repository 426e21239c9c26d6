package io.jobqueue.bench.run;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** How many bytes this JVM's threads have allocated so far. */
public final class Allocations {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final @Nullable MethodHandle TOTAL = findTotal();

    private Allocations() {}

    /** Whether threads that have ended count, too. Without that, read before a subject ends its threads. */
    public static boolean countsEndedThreads() {
        return TOTAL != null;
    }

    /** All threads' allocations; before Java 21 those of the living ones. */
    public static long total() {
        if (TOTAL == null) {
            long sum = 0;
            for (long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
                sum += Math.max(0, bytes);
            }
            return sum;
        }
        try {
            return (long) TOTAL.invokeExact(THREADS);
        } catch (Throwable e) {
            throw new IllegalStateException("cannot read the allocated bytes", e);
        }
    }

    private static @Nullable MethodHandle findTotal() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(ThreadMXBean.class, "getTotalThreadAllocatedBytes", MethodType.methodType(long.class));
        } catch (NoSuchMethodException | IllegalAccessException before21) {
            return null;
        }
    }
}
