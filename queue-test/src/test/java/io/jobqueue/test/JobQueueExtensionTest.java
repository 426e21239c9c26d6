package io.jobqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.JobQueue;
import io.jobqueue.QueueClosedException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** As users write it. */
class JobQueueExtensionTest {

    @Nested
    @ExtendWith({ThreadLeakExtension.class, JobQueueExtension.class})
    class WithDefaults {

        private static final List<JobQueue> seen = new ArrayList<>();

        private final TestJobQueue ofConstructor;
        private TestJobQueue ofBeforeEach;

        WithDefaults(TestJobQueue jobs) {
            this.ofConstructor = jobs;
        }

        @BeforeEach
        void prepare(TestJobQueue jobs) {
            this.ofBeforeEach = jobs;
        }

        @Test
        void parameters_withinOneTest_belongToOneQueue(TestJobQueue jobs, JobQueue queue, FakeClock clock) {
            assertThat(ofConstructor).matches(other -> other == jobs);
            assertThat(ofBeforeEach).matches(other -> other == jobs);
            assertThat(queue).isSameAs(jobs.queue());
            assertThat(clock).isSameAs(jobs.clock());
        }

        @Test
        void parameters_inAnotherTest_belongToANewQueue(TestJobQueue jobs) {
            assertThat(jobs).hasEnqueuedNothing();
            jobs.queue().enqueue("mail", "left behind");
        }

        @AfterEach
        void note(JobQueue queue) {
            assertThat(seen).doesNotContain(queue);
            seen.add(queue);
        }

        @AfterAll
        static void queues_afterTheirTests_areClosed() {
            assertThat(seen)
                    .hasSize(2)
                    .allSatisfy(queue -> assertThatThrownBy(() -> queue.enqueue("mail", "late"))
                            .isInstanceOf(QueueClosedException.class));
        }
    }

    @Nested
    class WithSettings {

        private final List<String> sent = new ArrayList<>();

        @RegisterExtension
        final JobQueueExtension extension =
                JobQueueExtension.with(q -> q.processor("mail", String.class, (to, context) -> sent.add(to)));

        @Test
        void processor_thatUsesAFieldOfTheTest_runs(TestJobQueue jobs) {
            jobs.queue().enqueue("mail", "ann@example.org");
            jobs.drain();
            assertThat(sent).containsExactly("ann@example.org");
            assertThat(jobs).hasSucceeded("mail");
        }
    }

    @Nested
    class WithCodec {

        record Mail(String to) {}

        private final List<Mail> sent = new ArrayList<>();

        @RegisterExtension
        final JobQueueExtension extension = JobQueueExtension.with(
                new JsonCodec(), q -> q.processor("mail", Mail.class, (mail, context) -> sent.add(mail)));

        @Test
        void payload_goesThroughTheCodec(TestJobQueue jobs) {
            Mail mail = new Mail("ann@example.org");
            jobs.queue().enqueue("mail", mail);
            jobs.drain();
            assertThat(sent).containsExactly(mail);
            assertThat(sent.get(0)).isNotSameAs(mail);
        }
    }
}
