package io.jobqueue.sample;

import io.jobqueue.JobQueue;
import io.jobqueue.QueueStats;
import java.util.Locale;

/**
 * The numbers of a queue that the page shows.
 *
 * @param failed jobs that ended without success, whatever the reason
 * @param workers how many jobs may run at once
 * @param busy how many do
 */
record QueueView(
        String name,
        String state,
        long waiting,
        int running,
        long delayed,
        long succeeded,
        long failed,
        long retried,
        int workers,
        int busy) {

    static QueueView of(JobQueue queue) {
        QueueStats stats = queue.stats();
        return new QueueView(
                queue.name(),
                queue.state().name().toLowerCase(Locale.ROOT),
                stats.waiting(),
                stats.running(),
                stats.delayed(),
                stats.succeeded(),
                stats.failed() + stats.timedOut() + stats.cancelled(),
                stats.retried(),
                stats.workerLimit(),
                stats.running());
    }
}
