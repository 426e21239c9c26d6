package io.jobqueue.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Fails any test of this module that leaves a thread of a queue alive. Registered for all tests. */
public final class ThreadLeakExtension implements BeforeEachCallback, AfterEachCallback {

    private static final Namespace NAMESPACE = Namespace.create(ThreadLeakExtension.class);
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    @Override
    public void beforeEach(ExtensionContext context) {
        context.getStore(NAMESPACE).put("earlier", LiveThreads.ofQueues()); // already blamed on their own test
    }

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
        long end = System.nanoTime() + LIMIT_NANOS;
        for (Thread thread : ofThisTest(context)) {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, end - System.nanoTime()));
        }
        List<Thread> left = ofThisTest(context);
        if (!left.isEmpty()) {
            throw new AssertionError("threads left:\n" + LiveThreads.describe(left));
        }
    }

    private static List<Thread> ofThisTest(ExtensionContext context) {
        List<Thread> threads = new ArrayList<>(LiveThreads.ofQueues());
        threads.removeAll(context.getStore(NAMESPACE).get("earlier", List.class));
        return threads;
    }
}
