package io.jobqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.jobqueue.JobQueue;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

class ThreadLeakExtensionTest {

    /** Run by the tests below, which open it afterwards. */
    private static final CountDownLatch RELEASE = new CountDownLatch(1);

    static void leave(String threadName) {
        Thread thread = new Thread(
                () -> {
                    try {
                        RELEASE.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                threadName);
        thread.setDaemon(true);
        thread.start();
    }

    static final class LeavesAWorker {
        @RegisterExtension
        static final ThreadLeakExtension LEAKS = new ThreadLeakExtension(false, Duration.ofMillis(100));

        @Test
        void test() {
            leave("mails-worker-7");
        }
    }

    static final class LeavesADispatcher {
        @RegisterExtension
        static final ThreadLeakExtension LEAKS = new ThreadLeakExtension(true, Duration.ofMillis(100));

        @Test
        void leaky() {
            leave("mails-dispatcher");
        }

        @Test
        void sound() {}
    }

    @ExtendWith(ThreadLeakExtension.class)
    static final class LeavesOthersAndClosesItsQueue {
        @Test
        void test() {
            leave("http-nio-exec-1");
            try (JobQueue queue = JobQueue.builder("closed").build()) {
                queue.start();
                queue.execute(() -> {});
            }
        }
    }

    @Test
    void class_thatLeavesAWorker_fails() {
        List<Throwable> failures = failuresOf(LeavesAWorker.class);
        assertThat(failures).hasSize(1);
        assertThat(failures.get(0))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("mails-worker-7")
                .hasMessageContaining("close the queue");
    }

    @Test
    void test_thatLeavesADispatcher_failsAloneAndItsClassToo() {
        assertThat(failuresOf(LeavesADispatcher.class))
                .hasSize(2)
                .anySatisfy(failure -> assertThat(failure).hasMessageContaining("leaky()"))
                .allSatisfy(failure -> assertThat(failure).hasMessageContaining("mails-dispatcher"));
    }

    @Test
    void class_thatClosesItsQueue_passes() {
        assertThat(failuresOf(LeavesOthersAndClosesItsQueue.class)).isEmpty();
    }

    private static List<Throwable> failuresOf(Class<?> testClass) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(testClass))
                .execute()
                .allEvents()
                .finished()
                .stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class)
                        .getThrowable()
                        .orElse(null))
                .filter(Objects::nonNull)
                .toList();
    }
}
