package io.jobqueue;

import io.jobqueue.event.JobListener;
import io.jobqueue.spi.QueueInspection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * A named queue of jobs with one dispatcher and a pool of reusable workers.
 *
 * <p>A job is either a <em>task</em>, which is code ({@link #execute}, {@link #submit}) and lives in memory only, or a
 * <em>message</em>, a name and a payload ({@link #enqueue}), run by the processor that was registered for the name, on any
 * backend.
 *
 * <p>Unless a method says otherwise, every method may be called from any thread, from handlers and listeners too, and does
 * not block.
 */
public interface JobQueue extends AutoCloseable {

    /**
     * Starts building a queue.
     *
     * @throws IllegalArgumentException if the name is not 1 to 100 letters, digits, dots, dashes or underscores
     */
    static JobQueueBuilder builder(String name) {
        return new JobQueueBuilder(name);
    }

    String name();

    // ---- jobs

    /**
     * Runs a task once with the queue's default options; nothing is heard of its end but in numbers, listeners and, if it
     * fails, the log.
     *
     * @throws QueueFullException if the queue is bounded, full, and told to reject or waited in vain
     * @throws QueueClosedException if the queue is draining or closed
     * @throws JobRejectedException if the backend stores jobs, which code cannot be
     */
    void execute(Runnable task);

    /** Like {@link #submit(Callable, EnqueueOptions)} with default options. */
    default <T> CompletableFuture<T> submit(Callable<T> task) {
        return submit(task, EnqueueOptions.defaults());
    }

    /**
     * Runs a task, with retries if the options or the queue say so.
     *
     * <p>The future ends with the job: with the result, with the exception of the last attempt, with a {@link
     * JobTimeoutException}, or with a {@link QueueClosedException} if the queue was closed before the task could run.
     * Cancelling it cancels the job: one that waits never runs, one that runs is interrupted if {@code
     * mayInterruptIfRunning}, else it goes on to its own end unheard. Dependent stages run on the thread that ended the
     * job unless they are {@code async}.
     *
     * @throws IllegalArgumentException if the options have an id or headers, which are for messages
     * @throws JobRejectedException as for {@link #execute(Runnable)}
     */
    <T> CompletableFuture<T> submit(Callable<T> task, EnqueueOptions options);

    /** Like {@link #enqueue(String, Object, EnqueueOptions)} with default options. */
    default String enqueue(String name, @Nullable Object payload) {
        return enqueue(name, payload, EnqueueOptions.defaults());
    }

    /**
     * Enqueues a message. Memory backends keep the payload as it is unless they were told to copy it; storing backends keep
     * the bytes that the codec makes of it.
     *
     * @return the job's id
     * @throws QueueFullException if the queue is bounded, full, and told to reject or waited in vain
     * @throws QueueClosedException if the queue is draining or closed
     * @throws DuplicateJobException if the options give an id that the queue knows
     * @throws IllegalArgumentException if the payload does not fit the type of the name's processor; in memory also if the
     *     queue was started and has no such processor
     */
    String enqueue(String name, @Nullable Object payload, EnqueueOptions options);

    /**
     * Enqueues a message whose payload's class belongs to exactly one processor.
     *
     * @return the job's id
     * @throws IllegalArgumentException if no processor or more than one takes this class
     */
    String enqueue(Object payload);

    /**
     * Enqueues a batch of messages with one name: all of them, or none and throws. Far cheaper than one by one on a storing
     * backend.
     *
     * @param options for all of them; must not give an id
     * @return the ids in the order of the payloads
     */
    List<String> enqueueAll(String name, Collection<?> payloads, EnqueueOptions options);

    /**
     * Cancels a message: one that waits never runs, one that runs on this node is interrupted and its slot is free at once.
     * On another node it is cancelled when that node next extends its lease.
     *
     * @return whether it was found and had not ended
     */
    boolean cancel(String id);

    /**
     * Adds a processor.
     *
     * @throws IllegalStateException if the queue has one for this name
     */
    void register(JobDefinition definition);

    /**
     * A new view of this queue as an executor. Its {@code shutdown} ends the view, not the queue; it refuses with {@link
     * java.util.concurrent.RejectedExecutionException}.
     */
    ExecutorService asExecutor();

    // ---- life

    QueueState state();

    /**
     * Starts the dispatcher, or continues after {@link #stop}. Does nothing if the queue is running or paused; any number of
     * calls from any threads gives one dispatcher.
     *
     * @throws QueueClosedException if the queue is draining or closed
     * @throws IllegalStateException while {@link #stop} is under way
     */
    void start();

    /**
     * Lets no new job start; running ones go on. Legal before start and while stopped, too.
     *
     * <p>If the backend is shared by several nodes, they all pause: this one at once, the others within about a second, and
     * likewise this one when another was paused. While the backend is away, this node is paused and the others are told
     * later, by the started queue; of several wishes the last one told counts.
     */
    void pause();

    /** Ends a {@link #pause()}, on all nodes if the backend is shared. */
    void resume();

    /**
     * Sets how many jobs may run at once. Growing takes effect at once; when shrinking, idle workers go first and busy ones
     * finish their job. 0 starts nothing new.
     *
     * @throws IllegalArgumentException if negative
     */
    void updateWorkerCount(int workerCount);

    int workerCount();

    /**
     * Waits until nothing is queued, due or running; jobs delayed into the future do not count.
     *
     * @return whether that was so within the timeout
     */
    boolean awaitIdle(Duration timeout) throws InterruptedException;

    /**
     * Lets running jobs finish, interrupts them at the time limit, and keeps what is queued for {@link #start()}. No thread
     * of the queue is left but those that ignore their interrupt. Enqueuing stays legal. Blocks for the timeout and the
     * grace period at most. Called from a handler, it does not wait for that handler.
     */
    DrainReport stop(Duration timeout);

    /**
     * Closes for good: accepts nothing new, finishes what was accepted (a storing backend: what is running; what was claimed
     * but not begun is handed back), interrupts at the time limit what still runs, and gives up the rest after the grace
     * period. Running jobs are told by {@link JobContext#isStopping()} at once. Lost jobs are logged at WARN. Blocks for the
     * timeout and the grace period at most; never hangs. Called from a handler, it does not wait for that handler.
     *
     * @return what happened; a second call gives the first report
     */
    DrainReport drain(Duration timeout);

    /** {@link #drain} with the configured limit; logs the report. */
    @Override
    void close();

    // ---- looking

    QueueStats stats();

    /** Looking into the backend; empty if it does not offer that. What it offers may wait for a server. */
    Optional<QueueInspection> inspection();

    /** That the started queue cannot reach its storing backend; empty if it can, or is not started. */
    default Optional<BackendOutage> backendOutage() {
        return Optional.empty();
    }

    void addListener(JobListener listener);

    void removeListener(JobListener listener);
}
