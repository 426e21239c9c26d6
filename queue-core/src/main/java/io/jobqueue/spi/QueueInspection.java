package io.jobqueue.spi;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looking into a backend and changing single jobs by hand. Called from any thread; must not hold up claims, so answers may
 * be some moments old.
 */
public interface QueueInspection {

    /** How many jobs there are. */
    QueueCounts counts();

    /**
     * Jobs of one state, oldest first.
     *
     * @param limit at most this many
     * @param after the id of the last job of the previous page; null for the first page
     */
    List<JobDetails> list(JobState state, int limit, @Nullable String after);

    Optional<JobDetails> find(String id);

    /** Makes a dead job ready again as if it were new, with its id and payload. False if no dead job has this id. */
    boolean requeue(String id);

    /** Removes a waiting, delayed or dead job. False if there is none with this id, or if it is running. */
    boolean delete(String id);

    /**
     * Cancels a waiting or delayed job at once, and revokes the claim of a running one: its next extension or settlement
     * is answered {@link SettleResult#GONE}. False if no such job is known or it is dead.
     */
    boolean cancel(String id);

    /**
     * Removes jobs of one state, waiting, delayed or dead, that are older than an age. Returns how many.
     *
     * @throws IllegalArgumentException for running jobs
     */
    long purge(JobState state, Duration olderThan);

    /** The nodes that share the queue and were heard of lately; empty if the backend is not shared. */
    default List<WorkerNode> nodes() {
        return List.of();
    }

    /** Whether claims find nothing on any node, because the queue was {@linkplain #setPaused paused} for all of them. */
    default boolean isPaused() {
        return false;
    }

    /**
     * Pauses or resumes the queue for all nodes that share it; the state is kept with the jobs. Running jobs go on.
     *
     * @throws UnsupportedOperationException if the backend is not shared
     */
    default void setPaused(boolean paused) {
        throw new UnsupportedOperationException("this backend is not shared by several nodes; pause the JobQueue");
    }
}
