package io.jobqueue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one queue on this node. Counters count since the queue was built.
 *
 * <p>A job is counted as submitted before it can be seen to complete. When {@link #running()}, {@link #waiting()} and
 * {@link #delayed()} read 0 and nobody enqueues, the totals are final: {@code submitted = succeeded + failed + timedOut +
 * cancelled + discarded}. With a storing backend the counters are this node's share, so that sum holds over all nodes;
 * {@link #waiting()}, {@link #delayed()}, {@link #dead()} and {@link #oldestAge()} are those of all nodes, and come from a
 * sample that is taken in the background, about once a second while somebody asks.
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
 * @param sampleAge how old the sample is; zero in memory, where the numbers are those of now; null if there is none yet, and
 *     what would be in it reads 0. It grows while the backend is away
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
        Duration oldestAge,
        @Nullable Duration sampleAge) {}
