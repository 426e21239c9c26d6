package io.jobqueue.spring.actuate;

import io.jobqueue.JobQueue;
import io.jobqueue.QueueStats;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * One queue as the endpoint shows it.
 *
 * @param state the queue's state in lower case
 * @param workerCount how many jobs may run at once
 * @param oldestAgeSeconds how long the job at the head has been waiting
 * @param sampleAgeSeconds how old the numbers of what waits are; zero in memory; null if the backend was not heard of yet
 * @param backendOutage that the backend does not answer; null if it does
 * @param handlers the names of the jobs that have a handler method
 */
public record QueueDescription(
        String state,
        int workerCount,
        Workers workers,
        Jobs jobs,
        double oldestAgeSeconds,
        @Nullable Double sampleAgeSeconds,
        @Nullable OutageDescription backendOutage,
        Set<String> handlers)
        implements OperationResponseBody {

    static QueueDescription of(JobQueue queue, Set<String> handlers) {
        QueueStats stats = queue.stats();
        return new QueueDescription(
                queue.state().name().toLowerCase(Locale.ROOT),
                stats.workerLimit(),
                Workers.of(stats),
                Jobs.of(stats),
                Seconds.of(stats.oldestAge()),
                stats.sampleAge() == null ? null : Seconds.of(stats.sampleAge()),
                queue.backendOutage().map(OutageDescription::of).orElse(null),
                handlers);
    }

    /** All queues by name. */
    public record AllQueues(Map<String, QueueDescription> queues) implements OperationResponseBody {}

    /** The threads of a queue. */
    public record Workers(int alive, int busy, int idle, int abandoned) {

        static Workers of(QueueStats stats) {
            int busy = Math.max(0, stats.workersAlive() - stats.workersIdle());
            return new Workers(stats.workersAlive(), busy, stats.workersIdle(), stats.abandoned());
        }
    }

    /** The jobs of a queue: how many there are, and how many there were since it was built. */
    public record Jobs(
            long waiting,
            long delayed,
            long running,
            long dead,
            long submitted,
            long rejected,
            long retried,
            long succeeded,
            long failed,
            long timedOut,
            long cancelled,
            long discarded) {

        static Jobs of(QueueStats stats) {
            return new Jobs(
                    stats.waiting(),
                    stats.delayed(),
                    stats.running(),
                    stats.dead(),
                    stats.submitted(),
                    stats.rejected(),
                    stats.retried(),
                    stats.succeeded(),
                    stats.failed(),
                    stats.timedOut(),
                    stats.cancelled(),
                    stats.discarded());
        }
    }
}
