package io.jobqueue.redis.fault;

import io.jobqueue.redis.fault.Step.Place;
import io.jobqueue.redis.fault.Wire.Operation;
import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Another backend, whose n-th call of some kind never begins, or never returns, because the process ends there. */
final class HaltingBackend extends WrappedBackend {

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
        super(backend);
        this.step = step;
        this.skip = new AtomicInteger(skip);
        this.halt = halt;
    }

    private <T> T around(Operation operation, Supplier<T> call) {
        pass(operation, Place.BEFORE);
        T answer = call.get();
        pass(operation, Place.AFTER);
        return answer;
    }

    private void pass(Operation operation, Place place) {
        if (step.operation == operation && step.place == place && skip.getAndDecrement() == 0) {
            halt.run();
        }
    }

    @Override
    public List<EnqueueResult> enqueue(List<NewJob> jobs) {
        return around(Operation.ENQUEUE, () -> backend.enqueue(jobs));
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
        return around(Operation.SETTLE, () -> backend.settle(settlements));
    }

    @Override
    public List<SettleResult> extend(List<Claim> claims) {
        return around(Operation.EXTEND, () -> backend.extend(claims));
    }
}
