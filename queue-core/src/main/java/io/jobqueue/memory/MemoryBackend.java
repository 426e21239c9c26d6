package io.jobqueue.memory;

import io.jobqueue.spi.*;
import java.time.Duration;
import java.util.*;
import java.util.function.LongSupplier;

public final class MemoryBackend implements JobBackend {
    public MemoryBackend(LongSupplier nanoClock) {}

    private static UnsupportedOperationException e() {
        return new UnsupportedOperationException();
    }

    @Override
    public boolean isStoring() {
        return false;
    }

    @Override
    public List<EnqueueResult> enqueue(List<NewJob> jobs) {
        throw e();
    }

    @Override
    public List<ClaimedJob> claim(int max, Duration wait) {
        throw e();
    }

    @Override
    public List<SettleResult> settle(List<Settlement> settlements) {
        throw e();
    }

    @Override
    public List<SettleResult> extend(List<Claim> claims) {
        throw e();
    }

    @Override
    public void wakeup() {}

    @Override
    public void close() {}
}
