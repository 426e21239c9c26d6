package io.jobqueue.redis;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Jobs in Redis 7.0 or newer, or in Valkey: they outlive the process, and any number of nodes share them.
 *
 * <pre>{@code
 * JobQueue queue = JobQueue.builder("thumbnails")
 *         .codec(codec)
 *         .backend(RedisBackend.builder(connectionFactory, "thumbnails").build())
 *         .build();
 * }</pre>
 *
 * <p>Servers, credentials, TLS, Sentinel and Cluster are those of the connection factory, which must be started. The backend
 * has up to three connections of its own, made when they are first needed: one for commands, one that waits for jobs, and, but
 * for a cluster, one that stores new jobs in transactions. It has no threads.
 *
 * <p>Any thread. One backend serves one {@code JobQueue}.
 */
public final class RedisBackend implements JobBackend {

    private final Link link;
    private final Transactions transactions;
    private final Settling settling;
    private final Claimer claimer;
    private final Enqueuer enqueuer;
    private final Tending tending;
    private final RedisInspection inspection;

    RedisBackend(Settings settings, Link link, Transactions transactions) {
        this.link = link;
        this.transactions = transactions;
        String tag = Long.toString(new SecureRandom().nextLong() >>> 12, 36);
        this.settling = new Settling(link, settings);
        this.claimer = new Claimer(link, settings, new ClaimCalls(link, settings, settling, tag));
        this.enqueuer = new Enqueuer(link, settings, claimer, transactions);
        this.tending = new Tending(link, settings, tag);
        this.inspection = new RedisInspection(link, claimer);
    }

    /**
     * Begins to describe a backend.
     *
     * @param connectionFactory the application's; it must have been started when the backend is used
     * @param queue the name of the queue in Redis
     */
    public static RedisBackendBuilder builder(LettuceConnectionFactory connectionFactory, String queue) {
        return new RedisBackendBuilder(connectionFactory, queue);
    }

    /**
     * Connects and looks whether the server is fit to keep jobs: its version, its eviction policy, whether scripts may run.
     * For the start of an application, to learn of a mistake early; otherwise the first call that needs a connection does
     * the same.
     *
     * @throws RedisSetupException if the server is not fit; the message says what to change
     * @throws io.jobqueue.JobQueueException if the server cannot be reached
     */
    public void checkServer() {
        link.connect();
    }

    @Override
    public boolean isStoring() {
        return true;
    }

    @Override
    public List<EnqueueResult> enqueue(List<NewJob> jobs) {
        return enqueuer.enqueue(jobs);
    }

    @Override
    public List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        tending.tend();
        return claimer.claim(max, wait);
    }

    @Override
    public List<SettleResult> settle(List<Settlement> settlements) {
        List<SettleResult> results = settling.settle(settlements);
        if (settlements.stream().anyMatch(RedisBackend::makesReady)) {
            claimer.look();
        }
        return results;
    }

    private static boolean makesReady(Settlement settlement) {
        return switch (settlement.action()) {
            case RETRY, RELEASE -> settlement.delay().isZero();
            case COMPLETE, CANCEL, BURY -> false;
        };
    }

    @Override
    public List<SettleResult> extend(List<Claim> claims) {
        tending.tend();
        return settling.extend(claims);
    }

    @Override
    public void wakeup() {
        claimer.wakeup();
    }

    @Override
    public Optional<QueueInspection> inspection() {
        return Optional.of(inspection);
    }

    @Override
    public void close() {
        claimer.close();
        tending.leave();
        transactions.close();
        link.close();
    }
}
