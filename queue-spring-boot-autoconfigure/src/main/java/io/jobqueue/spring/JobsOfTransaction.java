package io.jobqueue.spring;

import io.jobqueue.DuplicateJobException;
import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.NewJob;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.util.StringUtils;

/**
 * What was enqueued into one queue in one transaction: sent as one batch when it was committed. On the transaction's thread.
 */
final class JobsOfTransaction implements TransactionSynchronization {

    private static final Logger log = LoggerFactory.getLogger(JobsOfTransaction.class);

    private final AfterCommit owner;
    private final Consumer<List<NewJob>> send;
    private final List<NewJob> jobs = new ArrayList<>();
    private final IdentityHashMap<Object, Integer> jobsBySavepoint = new IdentityHashMap<>();
    private boolean isCommitted;

    JobsOfTransaction(AfterCommit owner, Consumer<List<NewJob>> send) {
        this.owner = owner;
        this.send = send;
    }

    boolean isOf(AfterCommit timing) {
        return owner == timing;
    }

    /** Also called by what others do after the commit. */
    void add(List<NewJob> more) {
        if (isCommitted) {
            send.accept(more);
        } else {
            jobs.addAll(more);
        }
    }

    @Override
    public void savepoint(Object savepoint) {
        jobsBySavepoint.put(savepoint, jobs.size());
    }

    /** A savepoint that is not known here is older than the first of the jobs. */
    @Override
    public void savepointRollback(Object savepoint) {
        List<NewJob> undone = jobs.subList(jobsBySavepoint.getOrDefault(savepoint, 0), jobs.size());
        logDropped(undone);
        undone.clear();
    }

    /** What is thrown here reaches the code that asked for the commit. */
    @Override
    public void afterCommit() {
        isCommitted = true;
        sendAll();
    }

    /**
     * Sends what the method above was not called for: a synchronization that comes earlier has thrown, or the first job was
     * enqueued by one that came after the commit. What is thrown here reaches nobody.
     */
    @Override
    public void afterCompletion(int status) {
        if (isCommitted) {
            return;
        }
        switch (status) {
            case STATUS_COMMITTED -> {
                try {
                    afterCommit();
                } catch (NotSentAfterCommitException alreadyLogged) {
                    log.trace("The transaction ends", alreadyLogged);
                }
            }
            case STATUS_ROLLED_BACK -> logDropped(jobs);
            default -> logInDoubt();
        }
    }

    private void sendAll() {
        if (jobs.isEmpty()) {
            return;
        }
        try {
            send.accept(jobs);
        } catch (DuplicateJobException e) {
            log.info("After the commit of a transaction: {}", e.getMessage());
        } catch (RuntimeException e) {
            String message =
                    "queue '" + owner.queue() + "': the transaction was committed, but what was enqueued in it could"
                            + " not be sent afterwards (" + e.getMessage() + "); enqueue again: " + names(jobs);
            log.error(StringUtils.capitalize(message), e);
            throw new NotSentAfterCommitException(message, owner.queue(), ids(), e);
        }
    }

    private void logDropped(List<NewJob> dropped) {
        if (!dropped.isEmpty() && log.isDebugEnabled()) {
            log.debug("Queue '{}': rolled back, and therefore not sent: {}", owner.queue(), names(dropped));
        }
    }

    private void logInDoubt() {
        if (!jobs.isEmpty()) {
            log.error(
                    "Queue '{}': nobody knows whether the transaction was committed. What was enqueued in it was not sent;"
                            + " if it was committed, enqueue again: {}",
                    owner.queue(),
                    names(jobs));
        }
    }

    private List<String> ids() {
        return jobs.stream().map(job -> job.record().id()).toList();
    }

    private static String names(List<NewJob> jobs) {
        return jobs.stream()
                .map(NewJob::record)
                .collect(Collectors.groupingBy(
                        JobRecord::name,
                        TreeMap::new,
                        Collectors.mapping(JobRecord::id, Collectors.joining(", ", "[", "]"))))
                .toString();
    }
}
