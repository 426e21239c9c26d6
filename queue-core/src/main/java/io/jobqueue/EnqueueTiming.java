package io.jobqueue;

import io.jobqueue.spi.NewJob;
import java.util.List;
import java.util.function.Consumer;

/**
 * Says when messages are sent to a storing backend: at once, or later, for example when the transaction of their producer has
 * been committed. Thread-safe; one per queue.
 */
@FunctionalInterface
public interface EnqueueTiming {

    /**
     * Called on the producer's thread with what one call of {@code enqueue} or {@code enqueueAll} has checked and encoded.
     * Sends it, keeps it to be sent later, from any thread and together with other jobs of the queue, or drops it. The
     * producer has its ids as soon as this returns; whatever this throws, it gets instead. Jobs count as submitted when they
     * are sent.
     *
     * @param send stores jobs, each of them once, and throws what {@link JobQueue#enqueue(String, Object, EnqueueOptions)} throws; after a {@link
     *     DuplicateJobException} the other jobs of the batch are stored, after anything else none is
     */
    void enqueue(List<NewJob> jobs, Consumer<List<NewJob>> send);
}
