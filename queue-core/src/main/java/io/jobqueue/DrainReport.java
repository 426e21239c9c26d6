package io.jobqueue;

import java.time.Duration;
import java.util.List;

/**
 * What became of the jobs of a queue while it stopped.
 *
 * @param completed jobs that succeeded during the drain
 * @param failed jobs that ended otherwise during the drain: failed, timed out or cancelled
 * @param interrupted jobs among those that ended only after the time limit, when they were interrupted
 * @param abandoned jobs that did not react to the interrupt within the grace period; they count as cancelled
 * @param left jobs that stay in the queue: for the next start, or in a storing backend for any node
 * @param discarded jobs that were accepted in memory and never ran to an end
 * @param unsettled jobs of a storing backend that could not be told how they ended, or that they were handed back: it gives
 *     them to another node when their leases are over
 * @param lost the jobs counted as abandoned, discarded or unsettled: ids of messages, class names of tasks
 * @param took how long it lasted
 */
public record DrainReport(
        long completed,
        long failed,
        long interrupted,
        long abandoned,
        long left,
        long discarded,
        long unsettled,
        List<String> lost,
        Duration took) {

    public DrainReport {
        lost = List.copyOf(lost);
    }

    /** The report of a drain that has not come to its end yet. */
    public static DrainReport unfinished() {
        return new DrainReport(0, 0, 0, 0, 0, 0, 0, List.of(), Duration.ZERO);
    }

    /** Whether every job ended by itself or is safely kept. */
    public boolean isClean() {
        return interrupted == 0 && abandoned == 0 && discarded == 0 && unsettled == 0;
    }
}
