package io.jobqueue.test.contract.sample;

import io.jobqueue.spi.JobBackend;
import io.jobqueue.test.FakeClock;
import io.jobqueue.test.contract.BackendFixture;
import java.time.Duration;
import java.util.Optional;

/** What the contract suite needs to know about {@link MapBackend}. */
final class MapFixture implements BackendFixture {

    private final FakeClock clock = new FakeClock();
    private final MapStore store = new MapStore(clock, Integer.MAX_VALUE);

    @Override
    public JobBackend createBackend() {
        return new MapBackend(store);
    }

    @Override
    public Duration lease() {
        return MapBackend.LEASE;
    }

    @Override
    public void advance(Duration time) {
        clock.advance(time);
    }

    @Override
    public Optional<JobBackend> secondNode() {
        return Optional.of(new MapBackend(store));
    }

    @Override
    public Optional<JobBackend> boundedBackend(int capacity) {
        return Optional.of(new MapBackend(new MapStore(clock, capacity)));
    }
}
