package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobQueue;
import io.jobqueue.JobTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

class WorkersTest {

    private static final EnqueueOptions SHORT = EnqueueOptions.defaults().withTimeout(Duration.ofMillis(30));

    @Scenario("workers grow on demand")
    void run_oneJobAtATime_doesNotCreateEveryWorker(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        assertThat(queue.stats().workersAlive()).isZero();
        for (int i = 0; i < 50; i++) {
            Soon.result(queue.submit(() -> 1));
            Soon.until(
                    "idle", () -> queue.stats().workersIdle() == queue.stats().workersAlive());
        }
        assertThat(rig.threads().made()).isBetween(1, Math.min(2, rig.workers()));
    }

    @Scenario("idle workers retire")
    void idle_longerThanTheIdleTimeout_endsTheThreads(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started(settings -> settings.idleTimeout(Duration.ofMillis(100)));
        List<Future<?>> jobs = new ArrayList<>();
        for (int i = 0; i < rig.workers(); i++) {
            jobs.add(queue.submit(() -> {
                gate.pass();
                return null;
            }));
        }
        gate.awaitWaiting(rig.workers());
        assertThat(queue.stats().workersAlive()).isEqualTo(rig.workers());
        gate.open();
        for (Future<?> each : jobs) {
            Soon.result(each);
        }
        Soon.until("all retired", () -> queue.stats().workersAlive() == 0);
        Soon.until("no thread alive", () -> rig.threads().alive().isEmpty());
        assertThat(Soon.result(queue.submit(() -> "again"))).isEqualTo("again");
    }

    @Scenario(value = "a worker cannot be started: tries again, now and then", workers = 200)
    void start_noThreadCanBeMade_isTriedAgainAfterAWhile(Rig rig) throws Exception {
        AtomicInteger room = new AtomicInteger(100);
        AtomicInteger refused = new AtomicInteger();
        Gate gate = rig.gate();
        JobQueue queue = rig.queue(settings -> settings.threadFactory(worker -> {
            if (room.getAndDecrement() <= 0) {
                refused.incrementAndGet();
                throw new OutOfMemoryError("no room for a thread");
            }
            return rig.threads().newThread(worker);
        }));
        for (int i = 0; i < 300; i++) {
            queue.submit(() -> {
                gate.pass();
                return null;
            });
        }
        queue.start();
        gate.awaitWaiting(100);
        Soon.until("refused", () -> refused.get() > 0);
        Soon.stays("few attempts", () -> refused.get() <= 10);
        assertThat(queue.stats().workersAlive()).isLessThanOrEqualTo(101); // one may be tried just now
        room.set(1_000);
        Soon.until("all workers", () -> gate.waiting() == 200);
        gate.open();
        Soon.until("all jobs", () -> queue.stats().succeeded() == 300);
    }

    @Scenario("jobs that arrive while workers retire")
    void retire_racesWithNewJobs_losesNone(Rig rig) throws Exception {
        JobQueue queue = rig.started(settings -> settings.idleTimeout(Duration.ofMillis(1)));
        for (int i = 0; i < 200; i++) {
            Soon.result(queue.submit(() -> 1));
            Work.lasting(500_000 + i * 5_000L);
        }
        assertThat(queue.stats().succeeded()).isEqualTo(200);
    }

    @Scenario(value = "abandoned-limit", workers = 1)
    void abandoned_limitReached_suspendsUntilThreadsReturn(Rig rig) throws Exception {
        Gate stubborn = rig.gate();
        try (LogCapture log = LogCapture.open()) {
            JobQueue queue = rig.started(settings -> settings.abandonedLimit(2));
            for (int i = 0; i < 2; i++) {
                Future<?> job = queue.submit(
                        () -> {
                            stubborn.passIgnoringInterrupts();
                            return null;
                        },
                        SHORT);
                assertThat(Soon.error(job)).isInstanceOf(JobTimeoutException.class);
            }
            assertThat(queue.stats().abandoned()).isEqualTo(2);
            Future<String> next = queue.submit(() -> "next");
            Future<String> more = queue.submit(() -> "more");
            Soon.stays("nothing starts", () -> !next.isDone() && queue.stats().running() == 0);
            assertThat(log.warnings().stream().filter(line -> line.contains("abandoned")))
                    .hasSize(1)
                    .allSatisfy(line -> assertThat(line).contains(queue.name(), "2"));
            stubborn.let(1);
            assertThat(Soon.result(next)).isEqualTo("next");
            assertThat(Soon.result(more)).isEqualTo("more");
            stubborn.open();
            Soon.until("no thread abandoned", () -> queue.stats().abandoned() == 0);
        }
    }

    @Scenario(value = "abandoned-limit: default", workers = 1)
    void abandoned_defaultLimit_isSixteen(Rig rig) throws Exception {
        Gate stubborn = rig.gate();
        JobQueue queue = rig.started();
        for (int i = 0; i < 16; i++) {
            queue.submit(
                    () -> {
                        stubborn.passIgnoringInterrupts();
                        return null;
                    },
                    SHORT);
        }
        stubborn.awaitWaiting(16);
        Soon.until("sixteen abandoned", () -> queue.stats().abandoned() == 16);
        Future<String> next = queue.submit(() -> "next");
        Soon.stays("nothing starts", () -> !next.isDone());
        stubborn.open();
        assertThat(Soon.result(next)).isEqualTo("next");
    }

    @Scenario(value = "abandoned threads and close", workers = 2)
    void close_overTheAbandonedLimit_returns(Rig rig) throws Exception {
        Gate stubborn = rig.gate();
        JobQueue queue = rig.started(settings -> settings.abandonedLimit(1).drainTimeout(Duration.ofMillis(300)));
        Future<?> job = queue.submit(
                () -> {
                    stubborn.passIgnoringInterrupts();
                    return null;
                },
                SHORT);
        Soon.error(job);
        queue.execute(() -> {});
        assertThat(rig.aside(() -> {
                    queue.close();
                    return true;
                }))
                .succeedsWithin(Soon.PROGRESS);
        assertThat(queue.stats().succeeded() + queue.stats().discarded()).isEqualTo(1);
    }

    @Scenario("nested jobs")
    void execute_handlersEnqueueMore_allRun(Rig rig) throws Exception {
        AtomicInteger ran = new AtomicInteger();
        JobQueue queue = rig.started();
        queue.execute(() -> spawn(queue, ran, 9));
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        assertThat(ran).hasValue((1 << 10) - 1);
    }

    private static void spawn(JobQueue queue, AtomicInteger ran, int depth) {
        ran.incrementAndGet();
        for (int child = 0; child < 2 && depth > 0; child++) {
            queue.execute(() -> spawn(queue, ran, depth - 1));
        }
    }

    @Scenario("many producers")
    void execute_fromManyThreads_runsEachJobOnce(Rig rig) throws Exception {
        AtomicInteger ran = new AtomicInteger();
        JobQueue queue = rig.started();
        List<Future<Void>> producers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            producers.add(rig.aside(() -> {
                for (int n = 0; n < 5_000; n++) {
                    queue.execute(ran::incrementAndGet);
                }
                return null;
            }));
        }
        for (Future<Void> each : producers) {
            Soon.result(each);
        }
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        assertThat(ran).hasValue(20_000);
        assertThat(queue.stats().succeeded()).isEqualTo(20_000);
        assertThat(rig.threads().made()).isLessThanOrEqualTo(rig.workers());
    }
}
