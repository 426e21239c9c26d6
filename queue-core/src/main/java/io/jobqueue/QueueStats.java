package io.jobqueue;

import java.time.Duration;

/**
 * The numbers of one queue on this node. Counters count since the queue was built.
 *
 * <p>A job is counted as submitted before it can be seen to complete. When {@link #running()}, {@link #waiting()} and
 * {@link #delayed()} read 0 and nobody enqueues, the totals are final: {@code submitted = succeeded + failed + timedOut +
 * cancelled + discarded}. With a storing backend the counters are this node's share, so that sum holds over all nodes.
 *
 * @param submitted jobs accepted
 * @param rejected jobs refused because the queue was full or closed
 * @param running jobs that workers have in hand, plus jobs running on their callers' threads
 * @param waiting jobs ready to run
 * @param delayed jobs waiting for a time: a delay or a retry
 * @param dead jobs kept after they failed for good
 * @param succeeded jobs whose handler returned
 * @param failed jobs whose last attempt threw
 * @param timedOut jobs that ran out of time
 * @param cancelled jobs that were cancelled
 * @param discarded jobs that were accepted in memory and thrown away at shutdown
 * @param retried attempts that failed and are followed by another
 * @param abandoned threads whose job has ended but whose handler has not returned yet
 * @param workerLimit the worker count: how many jobs may run at once
 * @param workersAlive worker threads that exist, without abandoned ones
 * @param workersIdle worker threads that wait for a job
 * @param oldestAge how long the job at the head has been waiting; zero if none waits or it is not known
 */
public record QueueStats(
        long submitted,
        long rejected,
        int running,
        long waiting,
        long delayed,
        long dead,
        long succeeded,
        long failed,
        long timedOut,
        long cancelled,
        long discarded,
        long retried,
        int abandoned,
        int workerLimit,
        int workersAlive,
        int workersIdle,
        Duration oldestAge) {}
