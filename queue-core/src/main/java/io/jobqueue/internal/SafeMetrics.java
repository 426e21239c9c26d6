package io.jobqueue.internal;

import io.jobqueue.event.JobMetrics;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what metrics throw away from jobs; logs the first error. */
final class SafeMetrics {

    private static final Logger log = LoggerFactory.getLogger(SafeMetrics.class);

    private final String queue;
    private final @Nullable JobMetrics metrics;
    private final AtomicBoolean failed = new AtomicBoolean();

    SafeMetrics(String queue, @Nullable JobMetrics metrics) {
        this.queue = queue;
        this.metrics = metrics;
    }

    boolean isActive() {
        return metrics != null;
    }

    void record(Consumer<JobMetrics> event) {
        if (metrics == null) {
            return;
        }
        try {
            event.accept(metrics);
        } catch (Throwable t) {
            if (failed.compareAndSet(false, true)) {
                log.warn("Metrics of queue '{}' failed; jobs go on, further errors are not logged", queue, t);
            }
        }
    }
}
