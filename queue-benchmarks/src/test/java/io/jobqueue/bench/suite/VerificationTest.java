package io.jobqueue.bench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Sample;
import io.jobqueue.bench.run.WrongResultException;
import io.jobqueue.bench.subject.Subject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A subject that loses or doubles a job does not get away with it. */
class VerificationTest {

    @Test
    void endToEnd_everyJobOnce_givesASample() throws Exception {
        Sample sample = EndToEnd.measure(new Faulty(-1, 1), 3_000);

        assertThat(sample.get(Figure.NANOS_PER_JOB)).isPositive();
    }

    @Test
    void endToEnd_jobRunsTwice_detected() {
        assertThatThrownBy(() -> EndToEnd.measure(new Faulty(2_999, 2), 3_000))
                .isInstanceOf(WrongResultException.class)
                .hasMessageContaining("ran 4 times");
    }

    @Test
    void endToEnd_jobIsLost_detected() {
        Batch batch = new Batch(10, 0, Duration.ofMillis(50));

        assertThatThrownBy(() -> {
                    batch.submit(new Faulty(5, 0), 10);
                    batch.await();
                })
                .isInstanceOf(WrongResultException.class)
                .hasMessageContaining("1 jobs had not run");
    }

    @Test
    void endToEnd_oneLostAndAnotherDoubled_detected() throws Exception {
        Batch batch = new Batch(2, 0, Duration.ofMillis(50));
        batch.submit(new Faulty(0, 2), 1);
        batch.submit(new Faulty(1, 0), 2);
        batch.await();

        assertThatThrownBy(batch::verify).isInstanceOf(WrongResultException.class);
    }

    @Test
    void latency_jobRunsTwice_detected() {
        assertThatThrownBy(() -> Latency.measure(new Faulty(4, 2), 10, 0)).isInstanceOf(WrongResultException.class);
    }

    @Test
    void pool_everyJobOnce_givesASample() throws Exception {
        Sample sample = Pool.measure(() -> new Faulty(-1, 1), new Tickets(100, Work.parse("Loop10")), 1);

        assertThat(sample.get(Figure.JOBS_PER_SECOND)).isPositive();
    }

    @Test
    void pool_jobIsLost_detected() {
        Tickets tickets = new Tickets(100, Work.parse("Loop10"));

        assertThatThrownBy(() -> Pool.measure(() -> new Faulty(99, 0), tickets, 1))
                .isInstanceOf(WrongResultException.class)
                .hasMessageContaining("1 did not run and 0 ran more than once");
    }

    @Test
    void pool_jobRunsTwice_detected() {
        Tickets tickets = new Tickets(100, Work.parse("Loop10"));

        assertThatThrownBy(() -> Pool.measure(() -> new Faulty(0, 2), tickets, 1))
                .isInstanceOf(WrongResultException.class)
                .hasMessageContaining("0 did not run and 1 ran more than once");
    }

    /** Runs jobs on the caller's thread, one of them another number of times. */
    static final class Faulty implements Subject {

        private final int faulty;
        private final int times;
        private int executed;

        Faulty(int faulty, int times) {
            this.faulty = faulty;
            this.times = times;
        }

        @Override
        public void execute(Runnable job) {
            int runs = executed++ == faulty ? times : 1;
            for (int i = 0; i < runs; i++) {
                job.run();
            }
        }

        @Override
        public void close() {}
    }
}
