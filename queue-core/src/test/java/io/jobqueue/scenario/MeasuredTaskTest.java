package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.DrainReport;
import io.jobqueue.JobOutcome;
import io.jobqueue.JobQueue;
import io.jobqueue.event.JobEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Fire-and-forget tasks in a queue with metrics. */
class MeasuredTaskTest {

    private final AtomicLong clock = new AtomicLong(Duration.ofDays(1).toNanos());

    /** What metrics were told, with times in seconds. */
    private static final class Times extends MetricsRecorder {
        final List<String> told = new CopyOnWriteArrayList<>();

        @Override
        public void started(String job, long waitNanos) {
            super.started(job, waitNanos);
            told.add(job + " waited " + Duration.ofNanos(waitNanos).toSeconds());
        }

        @Override
        public void completed(String job, JobOutcome outcome, long runNanos) {
            super.completed(job, outcome, runNanos);
            told.add(job + " " + outcome.tag() + " ran "
                    + Duration.ofNanos(runNanos).toSeconds());
        }
    }

    private void pass(long seconds) {
        clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    @Scenario(value = "metrics: plain tasks", workers = 1)
    void execute_withMetrics_isCountedAndTimed(Rig rig) {
        Times times = new Times();
        Recorder recorder = new Recorder();
        JobQueue queue =
                rig.queue(settings -> settings.metrics(times).listener(recorder).nanoClock(clock::get));
        queue.execute(() -> pass(3));
        queue.execute(() -> {
            pass(4);
            throw new IllegalStateException("as it should");
        });
        pass(5);
        assertThat(queue.stats().oldestAge()).isEqualTo(Duration.ofSeconds(5));
        queue.start();
        Soon.until("both ended", () -> recorder.completed().size() == 2);
        assertThat(times.told)
                .containsExactly("task waited 5", "task success ran 3", "task waited 8", "task failure ran 4");
        assertThat(times.count("submitted", "task")).isEqualTo(2);
        assertThat(recorder.completed())
                .extracting(JobEvent::waitTime, JobEvent::runTime)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(Duration.ofSeconds(5), Duration.ofSeconds(3)),
                        org.assertj.core.groups.Tuple.tuple(Duration.ofSeconds(8), Duration.ofSeconds(4)));
    }

    @Scenario(value = "metrics: plain tasks that are given up", workers = 1)
    void execute_withMetricsAndGivenUp_isTimedAndNamed(Rig rig) {
        Times times = new Times();
        Recorder recorder = new Recorder();
        Gate gate = rig.gate();
        Runnable stubborn = () -> {
            pass(6);
            gate.passIgnoringInterrupts();
        };
        JobQueue queue = rig.started(settings ->
                settings.metrics(times).listener(recorder).nanoClock(clock::get).drainGrace(Duration.ofMillis(10)));
        queue.execute(stubborn);
        gate.awaitWaiting(1);
        DrainReport report = queue.drain(Duration.ofMillis(10));
        assertThat(report.lost()).containsExactly(stubborn.getClass().getName());
        assertThat(times.told).containsExactly("task waited 0", "task cancelled ran 6");
        assertThat(recorder.completed())
                .singleElement()
                .satisfies(event -> assertThat(event.error()).isInstanceOf(CancellationException.class));
    }

    @Scenario(value = "metrics: plain tasks that never ran", workers = 0)
    void execute_withMetricsAndNeverRun_isNamedInTheReport(Rig rig) {
        Runnable task = () -> {};
        JobQueue queue = rig.started(settings -> settings.metrics(new MetricsRecorder()));
        queue.execute(task);
        assertThat(queue.drain(Duration.ofMillis(10)).lost())
                .containsExactly(task.getClass().getName());
    }
}
