package io.jobqueue.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jobqueue.internal.Threads;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubjectsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jobqueue",
                "jobqueue-platform",
                "jobqueue-listener",
                "fixed-pool",
                "platform-pool",
                "fork-join",
                "fork-join-cores",
                "spring-pool",
                "spring-async",
                "array-queue-loop",
                "disruptor"
            })
    void close_afterManyJobs_allHaveRun(String name) throws Exception {
        assertThat(runsAfterClose(name, ThreadKind.PLATFORM)).isEqualTo(1_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jobqueue", "fixed-pool", "spring-async", "array-queue-loop", "virtual-semaphore"})
    void close_onVirtualThreads_allHaveRun(String name) throws Exception {
        assumeTrue(Threads.virtualSupported());

        assertThat(runsAfterClose(name, ThreadKind.VIRTUAL)).isEqualTo(1_000);
    }

    @Test
    void create_unknownName_listsTheOthers() {
        assertThatThrownBy(() -> Subjects.create("nobody", Setup.of(1, ThreadKind.PLATFORM)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("nobody", "fork-join");
    }

    private static int runsAfterClose(String name, ThreadKind threads) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (Subject subject = Subjects.create(name, Setup.of(2, threads))) {
            for (int i = 0; i < 1_000; i++) {
                subject.execute(runs::incrementAndGet);
            }
        }
        return runs.get();
    }
}
