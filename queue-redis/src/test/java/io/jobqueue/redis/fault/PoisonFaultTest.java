package io.jobqueue.redis.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jobqueue.redis.RedisServer;
import io.jobqueue.spi.JobDetails;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.QueueCounts;
import io.jobqueue.spi.QueueInspection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job ends the process of every node that runs it. */
class PoisonFaultTest {

    private static final Duration LEASE = Duration.ofMillis(900);
    private static final int MOST_RECOVERIES = 2;
    private static final int OTHERS = 8;

    @TempDir
    Path folder;

    /** The others end soon after they were begun, or not before the process does. */
    @ParameterizedTest
    @ValueSource(longs = {5, 400})
    void job_endsItsProcessEachTime_isDeadAfterTheLimitAndOthersGoOn(long othersMillis) {
        Faults faults = Faults.of("poison-" + othersMillis);
        Journal journal = Journal.inMemory();
        try (RedisServer server = RedisServer.start();
                Node producer = Node.Setup.of("producer", server.port(), "poison", journal)
                        .build()) {
            StoreAudit.of(server.port(), "any"); // the first connection of a JVM takes long
            producer.add("poison", Work.lasting(Duration.ofMillis(100), ChildMain.CRASH));
            for (int i = 0; i < OTHERS; i++) {
                producer.add("other-" + i, Work.lasting(Duration.ofMillis(othersMillis)));
            }
            QueueInspection inspection = producer.queue().inspection().orElseThrow();
            int crashes = 0;
            for (int number = 1; !isOver(inspection); number++) {
                assertThat(number).as("processes").isLessThanOrEqualTo(MOST_RECOVERIES + 3);
                try (Child child = startChild(server, number)) {
                    await().atMost(Crew.PATIENCE).until(() -> !child.isAlive() || isOver(inspection));
                    if (!child.isAlive()) {
                        assertThat(child.awaitExit()).isEqualTo(Child.KILLED);
                        faults.injected("a job ends its process");
                        crashes++;
                    }
                }
            }
            assertThat(crashes).as("processes that ended").isEqualTo(MOST_RECOVERIES + 1);
            List<JobDetails> dead = inspection.list(JobState.DEAD, 100, null);
            assertThat(dead).singleElement().satisfies(job -> {
                assertThat(job.record().id()).isEqualTo("poison");
                assertThat(job.recoveries()).isEqualTo(MOST_RECOVERIES + 1);
                assertThat(job.reason()).contains("crash");
            });
        }
    }

    private static boolean isOver(QueueInspection inspection) {
        QueueCounts counts = inspection.counts();
        return counts.waiting() + counts.delayed() + counts.running() == 0;
    }

    private Child startChild(RedisServer server, int number) {
        Child child = Child.start(List.of(
                "child-" + number,
                String.valueOf(server.port()),
                "poison",
                folder.resolve("journal-" + number).toString(),
                String.valueOf(LEASE.toMillis()),
                "3",
                String.valueOf(MOST_RECOVERIES),
                Step.HANDLER.name(),
                "0"));
        child.order("start");
        return child;
    }
}
