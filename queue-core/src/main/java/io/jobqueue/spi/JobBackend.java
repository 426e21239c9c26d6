package io.jobqueue.spi;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where the waiting jobs of one queue live.
 *
 * <p><b>Rules for all methods.</b> Every transition of a claimed job is fenced by the claim's token. Leases are measured
 * by one clock, the store's, and are kept by {@link #extend}, never derived from run time. A lease that ran out makes the
 * job ready again and adds one to its recoveries, not to its attempts; its claim is stale from then on, even before somebody
 * else claims the job. A token is never used again, not even by a later job with the same id. A record that cannot be read
 * never makes a call fail for others. Payload bytes come back as they came. Answers have the order of the requests.
 *
 * <p><b>Errors.</b> Any method may throw when the store is away. The queue then tries again, with growing delays, for as
 * long as it lives; a batch is repeated whole, so a settlement may arrive twice.
 *
 * <p><b>Threads.</b> {@link #claim} is called by the queue's dispatcher alone and never concurrently with itself. All other
 * methods are called from any thread, also while {@code claim} waits.
 */
public interface JobBackend extends AutoCloseable {

    /**
     * Whether jobs outlive the process. Then payloads are {@code byte[]}, and tasks, which are code, are refused by the
     * queue. Constant.
     */
    boolean isStoring();

    /**
     * Stores a batch, or nothing and throws. Called by producers on their own threads.
     *
     * @return one answer per job; a job with a known id, or with the id of an earlier one in the batch, is a duplicate and
     *     not stored, the others are
     * @throws io.jobqueue.QueueFullException if the backend bounds the queue and has no room for the whole batch
     */
    List<EnqueueResult> enqueue(List<NewJob> jobs);

    /**
     * Takes up to {@code max} due jobs for running, the oldest first. Called by the dispatcher when that many workers are
     * free for them.
     *
     * @param max 1 or more
     * @param wait how long to wait for the first job; zero for not at all. May return earlier, with or without jobs
     * @throws InterruptedException if the calling thread is interrupted while it waits; then nothing is claimed
     */
    List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException;

    /**
     * Ends claims. Called with everything that ended since the last call, soon after the attempts ended.
     *
     * @return one answer per settlement; anything but {@link SettleResult#OK} changed nothing
     */
    List<SettleResult> settle(List<Settlement> settlements);

    /**
     * Renews the leases of running jobs. Called for each claim about three times per lease.
     *
     * @return one answer per claim; the queue cancels the handler of a claim that is not {@link SettleResult#OK}
     */
    List<SettleResult> extend(List<Claim> claims);

    /** Makes a {@link #claim} that waits, or else the next one, return without waiting. */
    void wakeup();

    /** Looking into the queue; empty if the backend does not offer it. */
    default Optional<QueueInspection> inspection() {
        return Optional.empty();
    }

    /**
     * Releases connections and threads; keeps what is stored. Called once, after the last call of any other method has
     * returned or has been given up.
     */
    @Override
    void close();
}
