package io.jobqueue.test.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Producers, one claimer and some settlers at work on one backend until every job is completed. Each job is released and
 * retried some times first, as its id decides.
 */
final class ConservationRun {

    private static final Duration WAIT = Duration.ofMillis(50);

    private final BackendProbe probe;
    private final int producers;
    private final int jobsEach;
    private final int settlers;
    private final CountDownLatch open;
    private final BlockingQueue<ClaimedJob> inHand = new LinkedBlockingQueue<>();
    private final Set<String> running = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> completions = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();

    ConservationRun(BackendProbe probe, int producers, int jobsEach, int settlers) {
        this.probe = probe;
        this.producers = producers;
        this.jobsEach = jobsEach;
        this.settlers = settlers;
        this.open = new CountDownLatch(producers * jobsEach);
    }

    void run() throws Exception {
        List<Future<?>> parts = new ArrayList<>();
        for (int producer = 0; producer < producers; producer++) {
            int number = producer;
            parts.add(probe.async(() -> produce(number)));
        }
        parts.add(probe.async(this::claimAll));
        for (int settler = 0; settler < settlers; settler++) {
            int number = settler;
            parts.add(probe.async(() -> settleAll(new Random(number))));
        }
        // Seconds are plenty; a lost job shows as this latch not reaching zero.
        boolean done = open.await(probe.patience().toMillis() * 6, TimeUnit.MILLISECONDS);
        assertThat(violations).isEmpty();
        assertThat(done)
                .as("all jobs completed in time; %d of %d were not", open.getCount(), producers * jobsEach)
                .isTrue();
        for (Future<?> part : parts) {
            probe.inTime(part);
        }
        assertThat(violations).isEmpty();
        assertThat(completions).hasSize(producers * jobsEach);
        assertThat(completions.values()).containsOnly(1);
    }

    private @Nullable Void produce(int producer) {
        Random random = new Random(producer);
        for (int i = 0; i < jobsEach; ) {
            List<NewJob> batch = new ArrayList<>();
            for (int end = Math.min(jobsEach, i + 1 + random.nextInt(5)); i < end; i++) {
                batch.add(BackendProbe.job("job-" + producer + "-" + i));
            }
            probe.put(batch.toArray(NewJob[]::new));
        }
        return null;
    }

    private @Nullable Void claimAll() {
        while (open.getCount() > 0) {
            for (ClaimedJob job : probe.claim(16, WAIT)) {
                if (!running.add(job.record().id())) {
                    violations.add(job.record().id() + " was claimed while it was running");
                }
                inHand.add(job);
            }
        }
        return null;
    }

    private @Nullable Void settleAll(Random random) throws InterruptedException {
        while (open.getCount() > 0) {
            List<ClaimedJob> batch = new ArrayList<>();
            ClaimedJob first = inHand.poll(WAIT.toMillis(), TimeUnit.MILLISECONDS);
            if (first == null) {
                continue;
            }
            batch.add(first);
            inHand.drainTo(batch, random.nextInt(8));
            settle(batch, random);
        }
        return null;
    }

    private void settle(List<ClaimedJob> batch, Random random) {
        Settlement[] settlements =
                batch.stream().map(job -> settlement(job, random)).toArray(Settlement[]::new);
        for (ClaimedJob job : batch) {
            running.remove(job.record().id());
        }
        List<SettleResult> answers = probe.settleAll(settlements);
        for (int i = 0; i < settlements.length; i++) {
            note(settlements[i], answers.get(i));
        }
    }

    private void note(Settlement settlement, SettleResult answer) {
        String id = settlement.claim().jobId();
        if (answer != SettleResult.OK) {
            violations.add(id + ": " + settlement.action() + " of a valid claim was answered " + answer);
        }
        if (settlement.action() == Settlement.Action.COMPLETE) {
            completions.merge(id, 1, Integer::sum);
            open.countDown();
        }
    }

    private static Settlement settlement(ClaimedJob job, Random random) {
        if (job.attempt() <= Math.floorMod(job.record().id().hashCode(), 3)) {
            return random.nextBoolean()
                    ? Settlement.retry(job.claim(), Duration.ZERO, "again", null, null)
                    : Settlement.release(job.claim(), Duration.ZERO, null);
        }
        return Settlement.complete(job.claim());
    }
}
