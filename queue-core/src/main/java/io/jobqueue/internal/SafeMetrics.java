package io.jobqueue.internal;

import io.jobqueue.JobOutcome;
import io.jobqueue.event.JobMetrics;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what metrics throw away from jobs; logs the first error. Without metrics, nothing is done. */
final class SafeMetrics implements JobMetrics {

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

    @Override
    public void submitted(String job) {
        if (metrics != null) {
            try {
                metrics.submitted(job);
            } catch (Throwable t) {
                failed(t);
            }
        }
    }

    @Override
    public void rejected(String job) {
        if (metrics != null) {
            try {
                metrics.rejected(job);
            } catch (Throwable t) {
                failed(t);
            }
        }
    }

    @Override
    public void started(String job, long waitNanos) {
        if (metrics != null) {
            try {
                metrics.started(job, waitNanos);
            } catch (Throwable t) {
                failed(t);
            }
        }
    }

    @Override
    public void retried(String job, long runNanos) {
        if (metrics != null) {
            try {
                metrics.retried(job, runNanos);
            } catch (Throwable t) {
                failed(t);
            }
        }
    }

    @Override
    public void completed(String job, JobOutcome outcome, long runNanos) {
        if (metrics != null) {
            try {
                metrics.completed(job, outcome, runNanos);
            } catch (Throwable t) {
                failed(t);
            }
        }
    }

    @Override
    public void claimed(int jobs) {
        tell(told -> told.claimed(jobs));
    }

    @Override
    public void recovered(String job) {
        tell(told -> told.recovered(job));
    }

    @Override
    public void stale(String job) {
        tell(told -> told.stale(job));
    }

    @Override
    public void backendFailed(String operation) {
        tell(told -> told.backendFailed(operation));
    }

    /** For what does not happen once per job. */
    private void tell(Consumer<JobMetrics> event) {
        if (metrics != null) {
            try {
                event.accept(metrics);
            } catch (Throwable t) {
                failed(t);
            }
        }
    }

    private void failed(Throwable error) {
        if (failed.compareAndSet(false, true)) {
            log.warn("Metrics of queue '{}' failed; jobs go on, further errors are not logged", queue, error);
        }
    }
}
