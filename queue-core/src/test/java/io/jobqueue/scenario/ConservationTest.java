package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.DrainReport;
import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobOutcome;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueStats;
import io.jobqueue.event.JobEvent;
import io.jobqueue.retry.Backoff;
import io.jobqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Random producers, resizes, pauses, cancellations, timeouts and retries: no job is lost, doubled or left over. */
class ConservationTest {

    private static final int PRODUCERS = 3;
    private static final int JOBS_EACH = 500;

    /** Replays a failure: {@code -Dscenarios.seed=…}. */
    private static long seed() {
        return Long.getLong("scenarios.seed", ThreadLocalRandom.current().nextLong());
    }

    @Scenario(
            value = "conservation",
            workers = {1, 4, 12})
    void run_randomLoad_everyJobEndsExactlyOnce(Rig rig) throws Exception {
        long seed = seed();
        Load load = new Load(rig, seed);
        load.run();
        load.check("seed " + seed);
    }

    private static final class Load {

        private final Rig rig;
        private final long seed;
        private final Recorder recorder = new Recorder();
        private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
        private final AtomicLong accepted = new AtomicLong();
        private final AtomicBoolean over = new AtomicBoolean();
        private final JobQueue queue;

        Load(Rig rig, long seed) {
            this.rig = rig;
            this.seed = seed;
            this.queue = rig.started(settings -> settings.listener(recorder)
                    .abandonedLimit(1_000_000)
                    .idleTimeout(Duration.ofMillis(2))
                    .retry(RetryPolicy.of(2).withBackoff(Backoff.fixed(Duration.ofMillis(1))))
                    .processor("job", String.class, (how, context) -> {
                        String attempt = context.id() + "#" + context.attempt();
                        runs.computeIfAbsent(attempt, key -> new AtomicInteger())
                                .incrementAndGet();
                        act(how, context.attempt());
                    }));
        }

        private void act(String how, int attempt) {
            switch (how) {
                case "error" -> throw new AssertionError("error");
                case "exception" -> throw new IllegalStateException("exception");
                case "flaky" -> {
                    if (attempt < 3) {
                        throw new IllegalStateException("flaky");
                    }
                }
                case "slow" -> Work.lasting(2_000_000);
                case "stubborn" -> Work.ignoringInterrupts(Duration.ofMillis(2));
                default -> {}
            }
        }

        void run() throws Exception {
            Random seeds = new Random(seed);
            List<Future<Void>> producers = new ArrayList<>();
            for (int i = 0; i < PRODUCERS; i++) {
                Random random = new Random(seeds.nextLong());
                int producer = i;
                producers.add(rig.aside(() -> produce(producer, random)));
            }
            Random random = new Random(seeds.nextLong());
            Future<Void> meddler = rig.aside(() -> meddle(random));
            for (Future<Void> each : producers) {
                Soon.result(each);
            }
            over.set(true);
            Soon.result(meddler);
            queue.updateWorkerCount(rig.workers());
            queue.resume();
        }

        private Void produce(int producer, Random random) {
            List<String> hows = List.of("ok", "ok", "ok", "error", "exception", "flaky", "slow", "stubborn");
            for (int i = 0; i < JOBS_EACH; i++) {
                EnqueueOptions options = EnqueueOptions.defaults().withId(producer + "-" + i);
                if (random.nextInt(4) == 0) {
                    options = options.withTimeout(Duration.ofNanos(1 + random.nextInt(3_000_000)));
                }
                if (random.nextInt(8) == 0) {
                    options = options.withDelay(Duration.ofNanos(random.nextInt(5_000_000)));
                }
                queue.enqueue("job", hows.get(random.nextInt(hows.size())), options);
                accepted.incrementAndGet();
                if (random.nextInt(10) == 0) {
                    queue.cancel(producer + "-" + random.nextInt(i + 1));
                }
            }
            return null;
        }

        private Void meddle(Random random) {
            while (!over.get()) {
                switch (random.nextInt(4)) {
                    case 0 -> queue.updateWorkerCount(random.nextInt(rig.workers() + 1));
                    case 1 -> queue.pause();
                    case 2 -> queue.resume();
                    default -> Work.lasting(random.nextInt(2_000_000));
                }
            }
            return null;
        }

        void check(String seedText) throws Exception {
            Soon.until("quiet, " + seedText, () -> {
                QueueStats stats = queue.stats();
                return stats.running() == 0 && stats.waiting() == 0 && stats.delayed() == 0;
            });
            QueueStats stats = queue.stats();
            DrainReport report = queue.drain(Soon.PROGRESS);
            assertThat(report.discarded()).as(seedText).isZero();
            assertThat(stats.submitted()).as(seedText).isEqualTo(accepted.get());
            assertThat(stats.succeeded() + stats.failed() + stats.timedOut() + stats.cancelled() + stats.discarded())
                    .as(seedText + ", " + stats)
                    .isEqualTo(stats.submitted());
            assertThat(runs.values())
                    .as(seedText + ", runs per attempt")
                    .allSatisfy(count -> assertThat(count).hasValue(1));
            checkEvents(seedText, stats);
        }

        private void checkEvents(String seedText, QueueStats stats) {
            List<JobEvent> ended = recorder.completed();
            assertThat(ended)
                    .as(seedText)
                    .hasSize((int) accepted.get())
                    .extracting(JobEvent::id)
                    .doesNotHaveDuplicates();
            assertThat(count(JobOutcome.SUCCEEDED)).as(seedText).isEqualTo(stats.succeeded());
            assertThat(count(JobOutcome.FAILED)).as(seedText).isEqualTo(stats.failed());
            assertThat(count(JobOutcome.TIMED_OUT)).as(seedText).isEqualTo(stats.timedOut());
            assertThat(count(JobOutcome.CANCELLED)).as(seedText).isEqualTo(stats.cancelled());
            assertThat(recorder.all(Recorder.Kind.RETRIED)).as(seedText).hasSize((int) stats.retried());
        }

        private long count(JobOutcome outcome) {
            return recorder.outcomes().stream().filter(outcome::equals).count();
        }
    }
}
