package io.jobqueue.scenario;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts from inside handlers how many run at once. */
final class Probe {

    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger peak = new AtomicInteger();
    private final AtomicInteger finished = new AtomicInteger();

    <T> T count(Callable<T> work) throws Exception {
        int now = running.incrementAndGet();
        peak.accumulateAndGet(now, Math::max);
        try {
            return work.call();
        } finally {
            running.decrementAndGet();
            finished.incrementAndGet();
        }
    }

    int running() {
        return running.get();
    }

    int peak() {
        return peak.get();
    }

    int finished() {
        return finished.get();
    }
}
