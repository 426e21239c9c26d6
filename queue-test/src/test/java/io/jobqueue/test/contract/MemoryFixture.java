package io.jobqueue.test.contract;

import io.jobqueue.memory.MemoryBackend;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.test.FakeClock;
import java.time.Duration;

/** What the contract suite needs to know about the memory backend. */
final class MemoryFixture implements BackendFixture {

    private final FakeClock clock = new FakeClock();

    @Override
    public JobBackend createBackend() {
        return new MemoryBackend(clock, MemoryBackend.DEFAULT_DEAD_LIMIT);
    }

    @Override
    public Duration lease() {
        return MemoryBackend.LEASE;
    }

    @Override
    public void advance(Duration time) {
        clock.advance(time);
    }
}
