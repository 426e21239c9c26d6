package io.jobqueue.spring.actuate;

import io.jobqueue.BackendOutage;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueState;
import io.jobqueue.QueueStats;
import io.jobqueue.spring.JobQueueProperties;
import io.jobqueue.spring.JobQueues;
import io.jobqueue.spring.QueueProperties;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * Says whether queues can run jobs. Down if a queue does not reach its backend, or takes no new jobs because of its abandoned
 * threads; out of service while one is stopping or is closed. Asks no server: the queues know.
 */
final class JobQueueHealthIndicator extends AbstractHealthIndicator {

    private final JobQueues queues;
    private final JobQueueProperties properties;

    JobQueueHealthIndicator(JobQueues queues, JobQueueProperties properties) {
        super("Job queues cannot be asked for their state");
        this.queues = queues;
        this.properties = properties;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Status status = Status.UP;
        for (JobQueue queue : queues) {
            QueueState state = queue.state();
            QueueStats stats = queue.stats();
            BackendOutage outage = queue.backendOutage().orElse(null);
            Status own = outage == null ? status(queue.name(), state, stats) : Status.DOWN;
            status = worse(status, own);
            builder.withDetail(queue.name(), details(own, state, stats, outage));
        }
        builder.status(status);
    }

    private Status status(String queue, QueueState state, QueueStats stats) {
        if (state == QueueState.STOPPING || state == QueueState.CLOSED) {
            return Status.OUT_OF_SERVICE;
        }
        return stats.abandoned() >= abandonedLimit(queue, stats) ? Status.DOWN : Status.UP;
    }

    private int abandonedLimit(String queue, QueueStats stats) {
        QueueProperties own = properties.getQueues().get(queue);
        Integer limit = own == null ? null : own.getAbandonedLimit();
        limit = limit == null ? properties.getAbandonedLimit() : limit;
        return limit == null || limit == 0 ? Math.max(16, 4 * stats.workerLimit()) : limit;
    }

    private static Status worse(Status one, Status other) {
        if (one.equals(Status.DOWN) || other.equals(Status.UP)) {
            return one;
        }
        return other;
    }

    private static Map<String, Object> details(
            Status status, QueueState state, QueueStats stats, @Nullable BackendOutage outage) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("status", status.getCode());
        details.put("state", state.name().toLowerCase(Locale.ROOT));
        details.put("workerCount", stats.workerLimit());
        details.put("running", stats.running());
        details.put("waiting", stats.waiting());
        details.put("delayed", stats.delayed());
        details.put("dead", stats.dead());
        details.put("abandoned", stats.abandoned());
        if (outage != null) {
            details.put("backend", OutageDescription.of(outage));
        }
        return details;
    }
}
