package io.jobqueue.redis.fault;

import io.jobqueue.redis.fault.Step.Place;
import io.jobqueue.redis.fault.Wire.Operation;
import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Another backend, whose n-th call of some kind never begins, or never returns, because the process ends there. */
final class HaltingBackend implements JobBackend {

    private final JobBackend backend;
    private final Step step;
    private final AtomicInteger skip;
    private final Runnable halt;

    /**
     * Halts once.
     *
     * @param skip how many calls are let go before
     * @param halt does not return
     */
    HaltingBackend(JobBackend backend, Step step, int skip, Runnable halt) {
        this.backend = backend;
        this.step = step;
        this.skip = new AtomicInteger(skip);
        this.halt = halt;
    }

    private void pass(Operation operation, Place place) {
        if (step.operation == operation && step.place == place && skip.getAndDecrement() == 0) {
            halt.run();
        }
    }

    @Override
    public boolean isStoring() {
        return backend.isStoring();
    }

    @Override
    public List<EnqueueResult> enqueue(List<NewJob> jobs) {
        pass(Operation.ENQUEUE, Place.BEFORE);
        List<EnqueueResult> results = backend.enqueue(jobs);
        pass(Operation.ENQUEUE, Place.AFTER);
        return results;
    }

    @Override
    public List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException {
        pass(Operation.CLAIM, Place.BEFORE);
        List<ClaimedJob> jobs = backend.claim(max, wait);
        if (!jobs.isEmpty()) {
            pass(Operation.CLAIM, Place.AFTER);
        }
        return jobs;
    }

    @Override
    public List<SettleResult> settle(List<Settlement> settlements) {
        pass(Operation.SETTLE, Place.BEFORE);
        List<SettleResult> results = backend.settle(settlements);
        pass(Operation.SETTLE, Place.AFTER);
        return results;
    }

    @Override
    public List<SettleResult> extend(List<Claim> claims) {
        pass(Operation.EXTEND, Place.BEFORE);
        List<SettleResult> results = backend.extend(claims);
        pass(Operation.EXTEND, Place.AFTER);
        return results;
    }

    @Override
    public void wakeup() {
        backend.wakeup();
    }

    @Override
    public Optional<QueueInspection> inspection() {
        return backend.inspection();
    }

    @Override
    public void close() {
        backend.close();
    }
}
