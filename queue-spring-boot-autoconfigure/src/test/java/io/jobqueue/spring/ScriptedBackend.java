package io.jobqueue.spring;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A storing backend that hands out the claims it is given and keeps what it is told. */
final class ScriptedBackend implements JobBackend {

    final List<Duration> waits = new CopyOnWriteArrayList<>();
    final List<Settlement> settlements = new CopyOnWriteArrayList<>();
    final List<JobRecord> enqueued = new CopyOnWriteArrayList<>();
    /** The ids of each batch that came, also of those that were refused. */
    final List<List<String>> batches = new CopyOnWriteArrayList<>();

    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private volatile @Nullable RuntimeException refusal;
    private final BlockingQueue<ClaimedJob> claims = new LinkedBlockingQueue<>();

    /** A factory bean for it, with the name {@code scripted}. */
    JobBackendFactory factory() {
        return new JobBackendFactory() {
            @Override
            public String name() {
                return "scripted";
            }

            @Override
            public JobBackend create(String queue) {
                return ScriptedBackend.this;
            }
        };
    }

    void offer(String name, int recoveries, Duration age) {
        JobRecord record = JobRecord.of(name + "-1", name, "null".getBytes(), "application/json");
        claims.add(new ClaimedJob(record, "token", 1, recoveries, Duration.ofMinutes(1), Duration.ZERO, age, null));
    }

    /** Refuses what is enqueued from now on. */
    void refuse(RuntimeException exception) {
        refusal = exception;
    }

    @Override
    public boolean isStoring() {
        return true;
    }

    @Override
    public List<EnqueueResult> enqueue(List<NewJob> jobs) {
        batches.add(jobs.stream().map(job -> job.record().id()).toList());
        RuntimeException exception = refusal;
        if (exception != null) {
            throw exception;
        }
        return jobs.stream().map(job -> store(job.record())).toList();
    }

    private EnqueueResult store(JobRecord record) {
        if (!known.add(record.id())) {
            return EnqueueResult.DUPLICATE;
        }
        enqueued.add(record);
        return EnqueueResult.ACCEPTED;
    }

    @Override
    public List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException {
        waits.add(wait);
        List<ClaimedJob> claimed = new ArrayList<>();
        ClaimedJob first = claims.poll(Math.min(wait.toMillis(), 20), TimeUnit.MILLISECONDS);
        if (first != null) {
            claimed.add(first);
        }
        return claimed;
    }

    @Override
    public List<SettleResult> settle(List<Settlement> batch) {
        settlements.addAll(batch);
        return batch.stream().map(settlement -> SettleResult.OK).toList();
    }

    @Override
    public List<SettleResult> extend(List<Claim> extended) {
        return extended.stream().map(claim -> SettleResult.OK).toList();
    }

    @Override
    public void wakeup() {}

    @Override
    public void close() {}
}
