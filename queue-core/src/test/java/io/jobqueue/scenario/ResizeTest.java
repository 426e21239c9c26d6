package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.DrainReport;
import io.jobqueue.JobQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

class ResizeTest {

    @Scenario(value = "resize-pause-drain", workers = 2)
    void updateWorkerCount_throughZero_runsEachJobExactlyOnce(Rig rig) throws Exception {
        Gate gate = rig.gate();
        Set<Integer> done = ConcurrentHashMap.newKeySet();
        AtomicInteger runs = new AtomicInteger();
        JobQueue queue = rig.started();
        for (int i = 0; i < 16; i++) {
            int job = i;
            queue.submit(() -> {
                runs.incrementAndGet();
                gate.pass();
                return done.add(job);
            });
        }
        staysAt(gate, 2);
        queue.updateWorkerCount(4);
        staysAt(gate, 4);
        queue.updateWorkerCount(1);
        gate.let(3);
        Soon.until("three jobs done", () -> done.size() == 3);
        staysAt(gate, 1);
        gate.let(2);
        Soon.until("five jobs done", () -> done.size() == 5);
        staysAt(gate, 1);
        queue.updateWorkerCount(0);
        gate.let(1);
        Soon.until("six jobs done", () -> done.size() == 6);
        staysAt(gate, 0);
        assertThat(queue.stats().waiting()).isEqualTo(10);
        queue.updateWorkerCount(2);
        staysAt(gate, 2);
        gate.open();
        DrainReport report = queue.drain(Duration.ofSeconds(5));

        assertThat(done).hasSize(16);
        assertThat(runs).hasValue(16);
        assertThat(queue.stats().succeeded()).isEqualTo(16);
        assertThat(report.isClean()).isTrue();
        assertThat(report.left()).isZero();
    }

    private static void staysAt(Gate gate, int running) throws Exception {
        gate.awaitWaiting(running);
        Soon.stays(running + " running", () -> gate.waiting() == running);
    }

    @Scenario(value = "limit-never-exceeded", workers = 4)
    void run_underConcurrentResizes_neverExceedsTheLargestLimit(Rig rig) throws Exception {
        Gate gate = rig.gate();
        Probe probe = new Probe();
        AtomicInteger ceiling = new AtomicInteger(4);
        AtomicInteger violations = new AtomicInteger();
        JobQueue queue = rig.started();
        Callable<Void> job = () -> probe.count(() -> {
            if (probe.running() > ceiling.get()) {
                violations.incrementAndGet();
            }
            gate.pass();
            return null;
        });
        List<Future<Void>> jobs = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            jobs.add(queue.submit(job));
        }
        Future<?> resizing = rig.aside(() -> {
            for (int limit : List.of(2, 3, 4, 1, 4, 2, 6, 3, 8, 1, 8)) {
                ceiling.accumulateAndGet(limit, Math::max); // announced before it is in force
                queue.updateWorkerCount(limit);
                Work.lasting(1_000_000);
            }
            return null;
        });
        for (int i = 0; i < 60; i++) {
            gate.let(1);
            Work.lasting(300_000);
        }
        Soon.result(resizing);
        gate.awaitWaiting(8);
        gate.open();
        for (Future<Void> each : jobs) {
            Soon.result(each);
        }
        assertThat(violations).hasValue(0);
        assertThat(probe.finished()).isEqualTo(100);
    }

    @Scenario(value = "limit-never-exceeded, hundreds of jobs that block", workers = 400)
    void run_jobsThatBlock_growsToTheWholeLimitAndNoMore(Rig rig) throws Exception {
        Gate gate = rig.gate();
        Probe probe = new Probe();
        JobQueue queue = rig.started();
        List<Future<Void>> jobs = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            jobs.add(queue.submit(() -> probe.count(() -> {
                gate.pass();
                return null;
            })));
        }
        staysAt(gate, rig.workers());
        assertThat(queue.stats().workersAlive()).isEqualTo(rig.workers());
        gate.open();
        for (Future<Void> each : jobs) {
            Soon.result(each);
        }
        assertThat(probe.peak()).isEqualTo(rig.workers());
        assertThat(probe.finished()).isEqualTo(1_000);
    }

    @Scenario("limit-never-exceeded, short jobs")
    void run_shortJobs_usesTheWholeLimitAndNoMore(Rig rig) throws Exception {
        Probe probe = new Probe();
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        List<Future<Void>> jobs = new ArrayList<>();
        for (int i = 0; i < rig.workers(); i++) {
            jobs.add(queue.submit(() -> probe.count(() -> {
                gate.pass();
                return null;
            })));
        }
        gate.awaitWaiting(rig.workers());
        for (int i = 0; i < 2_000; i++) {
            jobs.add(queue.submit(() -> probe.count(() -> null)));
        }
        gate.open();
        for (Future<Void> each : jobs) {
            Soon.result(each);
        }
        assertThat(probe.peak()).isEqualTo(rig.workers());
        assertThat(rig.threads().made()).as("reused threads").isEqualTo(rig.workers());
    }

    @Scenario(value = "start-at-zero-then-grow", workers = 0)
    void updateWorkerCount_fromZero_runsWhatWaits(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        Future<String> job = queue.submit(() -> "done");
        Soon.stays("nothing runs", () -> !job.isDone() && queue.stats().running() == 0);
        queue.updateWorkerCount(2);
        assertThat(Soon.result(job)).isEqualTo("done");
    }

    @Scenario(value = "grow-and-shrink: grow", workers = 5)
    void updateWorkerCount_grownWithBacklog_runsTheNewNumberAtOnce(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        gated(queue, gate, 20);
        staysAt(gate, 5);
        queue.updateWorkerCount(10);
        staysAt(gate, 10);
        assertThat(queue.stats().running()).isEqualTo(10);
    }

    @Scenario(value = "grow-and-shrink: shrink", workers = 5)
    void updateWorkerCount_shrunkWhileBusy_letsRunningJobsFinish(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        gated(queue, gate, 20);
        gate.awaitWaiting(5);
        queue.updateWorkerCount(3);
        Soon.stays("all five go on", () -> gate.waiting() == 5);
        gate.let(5);
        Soon.until("five succeeded", () -> queue.stats().succeeded() == 5);
        staysAt(gate, 3);
        Soon.until("three workers alive", () -> queue.stats().workersAlive() == 3);
    }

    private static void gated(JobQueue queue, Gate gate, int count) {
        for (int i = 0; i < count; i++) {
            queue.submit(() -> {
                gate.pass();
                return null;
            });
        }
    }

    @Scenario("resize: idle workers leave first")
    void updateWorkerCount_shrunkWhileIdle_retiresIdleWorkersAtOnce(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        gated(queue, gate, rig.workers());
        gate.awaitWaiting(rig.workers());
        assertThat(queue.stats().workersAlive()).isEqualTo(rig.workers());
        gate.open();
        Soon.until("all idle", () -> queue.stats().workersIdle() == rig.workers());
        queue.updateWorkerCount(0);
        Soon.until("no worker alive", () -> queue.stats().workersAlive() == 0);
        Soon.until("no thread alive", () -> rig.threads().alive().isEmpty());
    }

    @Scenario("resize-in-handler")
    void updateWorkerCount_fromHandler_takesEffect(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        Gate gate = rig.gate();
        Future<Integer> down = queue.submit(() -> {
            queue.updateWorkerCount(0);
            return queue.workerCount();
        });
        assertThat(Soon.result(down)).isZero();
        Future<Integer> late = queue.submit(queue::workerCount);
        Soon.stays("nothing runs", () -> !late.isDone());
        queue.updateWorkerCount(1);
        assertThat(Soon.result(late)).isEqualTo(1);
        Future<Integer> up = queue.submit(() -> {
            queue.updateWorkerCount(3);
            return queue.workerCount();
        });
        assertThat(Soon.result(up)).isEqualTo(3);
        gated(queue, gate, 5);
        staysAt(gate, 3);
    }

    @Scenario(value = "resize-storm", workers = 8)
    void updateWorkerCount_fromManyThreads_isExact(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        Probe probe = new Probe();
        Gate gate = rig.gate();
        for (int i = 0; i < 3_000; i++) {
            queue.execute(() -> countShort(probe));
        }
        List<Future<Void>> storm = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            Random random = new Random(thread);
            storm.add(rig.aside(() -> {
                for (int i = 0; i < 200; i++) {
                    queue.updateWorkerCount(random.nextInt(9));
                }
                return null;
            }));
        }
        for (Future<Void> each : storm) {
            Soon.result(each);
        }
        queue.updateWorkerCount(5);
        assertThat(queue.workerCount()).isEqualTo(5);
        assertThat(queue.stats().workerLimit()).isEqualTo(5);
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        gated(queue, gate, 12);
        staysAt(gate, 5);
        assertThat(probe.finished()).isEqualTo(3_000);
        assertThat(probe.peak()).isLessThanOrEqualTo(8);
    }

    private static void countShort(Probe probe) {
        try {
            probe.count(() -> {
                Work.lasting(20_000);
                return null;
            });
        } catch (Exception impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Scenario(value = "resize: invalid", workers = 2)
    void updateWorkerCount_negative_isRefusedAndChangesNothing(Rig rig) {
        JobQueue queue = rig.queue();
        assertThatThrownBy(() -> queue.updateWorkerCount(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("worker-count")
                .hasMessageContaining("-1");
        assertThat(queue.workerCount()).isEqualTo(2);
    }
}
