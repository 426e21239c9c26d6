package io.jobqueue.test;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class that leaves threads of a queue alive: a queue that was not closed, or one that did not end its threads.
 * Threads get a grace period of 5 seconds to end. Platform threads only, because virtual ones cannot be
 * listed; and not for tests that run in parallel, whose threads it cannot tell apart.
 *
 * <p>{@code @ExtendWith(ThreadLeakExtension.class)} looks once after the last test of the class. To look after each test,
 * for classes that share no queue between tests:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final ThreadLeakExtension leaks = ThreadLeakExtension.afterEachTest();
 * }</pre>
 */
public final class ThreadLeakExtension
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {

    private static final Pattern QUEUE_THREAD =
            Pattern.compile(".+-(dispatcher|worker-\\d+|watchdog|listener|settler)");
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(ThreadLeakExtension.class);

    private final boolean eachTest;
    private final Duration grace;

    /** Looks after the last test of the class. */
    public ThreadLeakExtension() {
        this(false, GRACE);
    }

    ThreadLeakExtension(boolean eachTest, Duration grace) {
        this.eachTest = eachTest;
        this.grace = grace;
    }

    /** Looks after each test. */
    public static ThreadLeakExtension afterEachTest() {
        return new ThreadLeakExtension(true, GRACE);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        noteThreads(context);
    }

    @Override
    public void afterAll(ExtensionContext context) throws InterruptedException {
        checkThreads(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (eachTest) {
            noteThreads(context);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
        if (eachTest) {
            checkThreads(context);
        }
    }

    private static void noteThreads(ExtensionContext context) {
        context.getStore(NAMESPACE).put(Snapshot.class, new Snapshot(Set.copyOf(queueThreads())));
    }

    private void checkThreads(ExtensionContext context) throws InterruptedException {
        Snapshot before = context.getStore(NAMESPACE).get(Snapshot.class, Snapshot.class);
        List<Thread> leaked = queueThreads();
        if (before != null) {
            leaked.removeAll(before.threads());
        }
        long end = System.nanoTime() + grace.toNanos();
        for (Thread thread : leaked) {
            long leftMillis = Math.max(1, (end - System.nanoTime()) / 1_000_000);
            thread.join(leftMillis);
        }
        leaked.removeIf(thread -> !thread.isAlive());
        if (!leaked.isEmpty()) {
            throw new AssertionError(context.getDisplayName() + " has left threads of a queue alive for " + grace
                    + " after its end; close the queue. They are:\n" + describe(leaked));
        }
    }

    private static List<Thread> queueThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> QUEUE_THREAD.matcher(thread.getName()).matches())
                .collect(Collectors.toList());
    }

    private static String describe(List<Thread> threads) {
        return threads.stream()
                .map(thread -> thread.getName() + " (" + thread.getState() + ")\n    at "
                        + Arrays.stream(thread.getStackTrace())
                                .limit(10)
                                .map(StackTraceElement::toString)
                                .collect(Collectors.joining("\n    at ")))
                .collect(Collectors.joining("\n"));
    }

    private record Snapshot(Set<Thread> threads) {}
}
