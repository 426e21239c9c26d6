package io.jobqueue.test.contract;

import io.jobqueue.memory.MemoryBackend;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.test.FakeClock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A memory backend that is broken in one way; in none for null. */
final class BrokenBackendFixture implements BackendFixture {

    private final FakeClock clock = new FakeClock();
    private final @Nullable Mutant mutant;
    private @Nullable JobBackend backend;

    BrokenBackendFixture(@Nullable Mutant mutant) {
        this.mutant = mutant;
    }

    @Override
    public JobBackend createBackend() {
        JobBackend sound = new MemoryBackend(clock, MemoryBackend.DEFAULT_DEAD_LIMIT);
        backend = mutant == null ? new ForwardingBackend(sound) : mutant.breaks(sound);
        return backend;
    }

    @Override
    public Duration lease() {
        return MemoryBackend.LEASE;
    }

    @Override
    public void advance(Duration time) {
        for (int part = 0; part < 4; part++) {
            clock.advance(time.dividedBy(4));
            if (backend instanceof Mutants.LeaseNeverEnds extending) {
                extending.extendAll();
            }
        }
    }

    @Override
    public Duration patience() {
        // What a broken backend keeps us waiting for does not come; a sound one gets the time it needs.
        return mutant == null ? BackendFixture.super.patience() : Duration.ofMillis(200);
    }
}
