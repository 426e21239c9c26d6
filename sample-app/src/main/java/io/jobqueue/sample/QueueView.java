package io.jobqueue.sample;

import io.jobqueue.JobQueue;
import io.jobqueue.QueueStats;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Locale;

/**
 * The numbers of a queue that the page shows.
 *
 * @param shared whether other nodes share it: then what waits is that of all of them, and the rest is of this one
 * @param failed jobs that ended without success, whatever the reason
 * @param recovered jobs that were taken over from a node that had gone; 0 for a queue in memory
 * @param workers how many jobs may run at once
 * @param busy how many do
 */
record QueueView(
        String name,
        String state,
        boolean shared,
        long waiting,
        int running,
        long delayed,
        long succeeded,
        long failed,
        long retried,
        long recovered,
        int workers,
        int busy) {

    static QueueView of(JobQueue queue, MeterRegistry meters) {
        QueueStats stats = queue.stats();
        return new QueueView(
                queue.name(),
                queue.state().name().toLowerCase(Locale.ROOT),
                !Duration.ZERO.equals(stats.sampleAge()),
                stats.waiting(),
                stats.running(),
                stats.delayed(),
                stats.succeeded(),
                stats.failed() + stats.timedOut() + stats.cancelled(),
                stats.retried(),
                recovered(queue, meters),
                stats.workerLimit(),
                stats.running());
    }

    private static long recovered(JobQueue queue, MeterRegistry meters) {
        return (long) meters.find("job.queue.jobs.recovered").tag("queue", queue.name()).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }
}
