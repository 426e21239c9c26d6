package io.jobqueue.spring;

import io.jobqueue.EnqueueTiming;
import io.jobqueue.spi.NewJob;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Keeps what is enqueued in a Spring transaction until that is committed. Outside of a transaction, in one without
 * synchronization, and in a reactive one, which is bound to no thread, it sends at once. One per queue; any thread.
 *
 * <p>A transaction that Spring has only joined, one of a JTA server, counts as committed when Spring's part in it ends.
 */
final class AfterCommit implements EnqueueTiming {

    private final String queue;
    private final boolean onOwnThread;

    /**
     * @param onOwnThread whether sending may run handlers. While a transaction is being completed its resources are still
     *     bound to the thread: what a handler did there would join it, and never be committed.
     */
    AfterCommit(String queue, boolean onOwnThread) {
        this.queue = queue;
        this.onOwnThread = onOwnThread;
    }

    @Override
    public void enqueue(List<NewJob> jobs, Consumer<List<NewJob>> send) {
        if (!isInTransaction()) {
            send.accept(jobs);
            return;
        }
        JobsOfTransaction kept = ofThisTransaction();
        if (kept == null) {
            kept = new JobsOfTransaction(this, onOwnThread ? batch -> apart(batch, send) : send);
            TransactionSynchronizationManager.registerSynchronization(kept);
        }
        kept.add(jobs);
    }

    String queue() {
        return queue;
    }

    private static boolean isInTransaction() {
        return TransactionSynchronizationManager.isSynchronizationActive()
                && TransactionSynchronizationManager.isActualTransactionActive();
    }

    /** The synchronizations are suspended together with their transaction, and its jobs with them. */
    private @Nullable JobsOfTransaction ofThisTransaction() {
        for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
            if (each instanceof JobsOfTransaction jobs && jobs.isOf(this)) {
                return jobs;
            }
        }
        return null;
    }

    private void apart(List<NewJob> jobs, Consumer<List<NewJob>> send) {
        try {
            CompletableFuture.runAsync(
                            () -> send.accept(jobs), sending -> new Thread(sending, queue + "-after-commit").start())
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException refused ? refused : e;
        }
    }
}
