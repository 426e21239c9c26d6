package io.jobqueue.internal;

import io.jobqueue.BackendOutage;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a storing backend answers, as the threads find out that call it again and again. Any thread.
 *
 * <p>An answer ends an outage if the same call had failed. An answer to another call does so only when the failures are old:
 * a call may fail alone, for example for want of memory, and a call that failed may not be made any more, because the queue
 * was paused.
 */
final class Reachability {

    /** Calls that are made again after they failed. */
    enum Call {
        CLAIM,
        SETTLE,
        EXTEND,
        INSPECT;

        String operation() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private record Trouble(Call call, Throwable error, long sinceNanos, long lastNanos) {}

    private static final Logger log = LoggerFactory.getLogger(Reachability.class);

    /** No thread waits so long before it tries again. */
    private static final long OLD_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final String queue;
    private final SafeMetrics metrics;
    private final AtomicReference<@Nullable Trouble> trouble = new AtomicReference<>();

    Reachability(String queue, SafeMetrics metrics) {
        this.queue = queue;
        this.metrics = metrics;
    }

    void failed(Call call, Throwable error) {
        metrics.backendFailed(call.operation());
        long now = System.nanoTime();
        Trouble before =
                trouble.getAndUpdate(known -> new Trouble(call, error, known == null ? now : known.sinceNanos(), now));
        if (before == null) {
            log.warn("Queue '{}': the backend does not {}; it is tried again until it works", queue, word(call), error);
        } else {
            log.debug("Queue '{}': the backend still does not {}", queue, word(call), error);
        }
    }

    private static String word(Call call) {
        return switch (call) {
            case CLAIM -> "give jobs";
            case SETTLE -> "take results";
            case EXTEND -> "renew leases";
            case INSPECT -> "tell its numbers";
        };
    }

    void answered(Call call) {
        Trouble known = trouble.get();
        if (known == null) {
            return;
        }
        long now = System.nanoTime();
        boolean isOver = known.call() == call || now - known.lastNanos() > OLD_NANOS;
        if (isOver && trouble.compareAndSet(known, null)) {
            log.info("Queue '{}': the backend answers again after {}", queue, since(known, now));
        }
    }

    /** The threads that would find out have ended. */
    void forget() {
        trouble.set(null);
    }

    @Nullable
    BackendOutage outage() {
        Trouble known = trouble.get();
        return known == null
                ? null
                : new BackendOutage(known.call().operation(), known.error(), since(known, System.nanoTime()));
    }

    private static Duration since(Trouble known, long now) {
        return Duration.ofNanos(now - known.sinceNanos()).truncatedTo(ChronoUnit.MILLIS);
    }
}
