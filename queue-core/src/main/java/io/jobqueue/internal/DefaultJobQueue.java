package io.jobqueue.internal;

import io.jobqueue.BackendOutage;
import io.jobqueue.DrainReport;
import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobDefinition;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueClosedException;
import io.jobqueue.QueueState;
import io.jobqueue.QueueStats;
import io.jobqueue.event.JobListener;
import io.jobqueue.memory.StoredJob;
import io.jobqueue.spi.QueueInspection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The queue: what {@link JobQueue} promises, said in terms of the scheduler's parts. */
public final class DefaultJobQueue implements JobQueue {

    private static final Logger log = LoggerFactory.getLogger(DefaultJobQueue.class);

    /** A cancellation that meets a job between two states looks again; it meets it so only for moments. */
    private static final int CANCEL_TRIES = 100;

    private final Scheduler scheduler;
    private final Lifecycle lifecycle;
    private final Shutdown shutdown;
    private final Intake intake;

    /** Held while threads are started, never while anything is waited for. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Pause pause;

    /** The report of the drain, or that it is under way. */
    private final AtomicReference<@Nullable CompletableFuture<DrainReport>> drained = new AtomicReference<>();

    public DefaultJobQueue(QueueSettings settings) {
        this.scheduler = new Scheduler(settings);
        this.lifecycle = scheduler.lifecycle;
        this.shutdown = new Shutdown(scheduler);
        this.intake = new Intake(scheduler, shutdown);
        this.pause = new Pause(scheduler, lock);
        if (scheduler.claims != null) {
            scheduler.claims.sampler.synchronizing(pause);
        }
    }

    @Override
    public String name() {
        return scheduler.name();
    }

    // ---- jobs

    @Override
    public void execute(Runnable task) {
        intake.execute(Objects.requireNonNull(task, "task"));
    }

    @Override
    public <T> CompletableFuture<T> submit(Callable<T> task, EnqueueOptions options) {
        Objects.requireNonNull(task, "task");
        if (options.id() != null || !options.headers().isEmpty()) {
            throw new IllegalArgumentException(
                    "options: an id or headers are for messages; a task is known by its future alone");
        }
        JobFuture<T> future = new JobFuture<>();
        TaskJob job = new TaskJob(task, scheduler.defaults.with(options), future, scheduler.ready.nextOrder());
        future.canceller(mayInterrupt -> cancel(job, mayInterrupt));
        intake.offer(job, options.delay());
        return future;
    }

    /** Whether the job is cancelled, or goes on unheard because it must not be interrupted. */
    private boolean cancel(TaskJob job, boolean mayInterrupt) {
        for (int tries = 0; tries < CANCEL_TRIES && !job.isGone(); tries++) {
            if (scheduler.ready.remove(job)) {
                scheduler.outcomes.cancelledWaiting(new TaskRun(scheduler, job));
                return true;
            }
            TaskRun run = job.run();
            if (job.isRunning() && !mayInterrupt) {
                return true;
            }
            if (job.isRunning() && run != null && scheduler.outcomes.cancelRunning(run, "the task was cancelled")) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    @Override
    public String enqueue(String name, @Nullable Object payload, EnqueueOptions options) {
        return intake.enqueue(name, payload, options);
    }

    @Override
    public String enqueue(Object payload) {
        Objects.requireNonNull(payload, "payload");
        return enqueue(scheduler.definitions.nameFor(payload.getClass()), payload, EnqueueOptions.defaults());
    }

    @Override
    public List<String> enqueueAll(String name, Collection<?> payloads, EnqueueOptions options) {
        if (options.id() != null) {
            throw new IllegalArgumentException("id: '" + options.id() + "' cannot be the id of a batch of jobs");
        }
        return intake.enqueueAll(name, new ArrayList<>(payloads), options);
    }

    @Override
    public boolean cancel(String id) {
        Objects.requireNonNull(id, "id");
        return scheduler.claims == null ? cancelInMemory(id) : cancelStored(id, scheduler.claims);
    }

    private boolean cancelInMemory(String id) {
        StoredJob job = scheduler.ready.find(id);
        for (int tries = 0; job != null && tries < CANCEL_TRIES && !job.isGone(); tries++) {
            if (scheduler.ready.remove(job)) {
                scheduler.outcomes.cancelledWaiting(new StoredRun(scheduler, job));
                return true;
            }
            if (job.isRunning()
                    && job.run() instanceof Run run
                    && scheduler.outcomes.cancelRunning(run, "the job was cancelled")) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    private boolean cancelStored(String id, Claims claims) {
        ClaimedRun run = claims.find(id);
        if (run != null && scheduler.outcomes.cancelRunning(run, "the job was cancelled")) {
            return true;
        }
        return inspection().map(inspection -> inspection.cancel(id)).orElse(false);
    }

    @Override
    public void register(JobDefinition definition) {
        scheduler.definitions.add(Objects.requireNonNull(definition, "definition"));
    }

    @Override
    public ExecutorService asExecutor() {
        return new ExecutorView(name(), this::execute);
    }

    // ---- life

    @Override
    public QueueState state() {
        return lifecycle.state();
    }

    @Override
    public void start() {
        lock.lock();
        try {
            QueueState now = lifecycle.state();
            if (lifecycle.isActive()) {
                return;
            }
            if (lifecycle.isDraining()) {
                throw new QueueClosedException("queue '" + name() + "' is " + now + " and cannot be started again");
            }
            if (now == QueueState.STOPPING) {
                throw new IllegalStateException("queue '" + name() + "' is stopping; start it when stop has returned");
            }
            scheduler.listenerThread.linger(true);
            scheduler.callbacks.linger(true);
            lifecycle.move(now, pause.isSet() ? QueueState.PAUSED : QueueState.RUNNING);
            scheduler.slots.clear(Slots.HALTED);
            scheduler.watchdog.start();
            scheduler.dispatcher.start();
            if (scheduler.claims != null) {
                scheduler.claims.settler.start();
                scheduler.claims.sampler.start();
            }
        } finally {
            lock.unlock();
        }
        scheduler.pool.signal();
    }

    @Override
    public void pause() {
        pause.set(true);
    }

    @Override
    public void resume() {
        pause.set(false);
    }

    @Override
    public void updateWorkerCount(int workerCount) {
        if (workerCount < 0 || workerCount > Slots.MAX_LIMIT) {
            throw new IllegalArgumentException(
                    "worker-count: " + workerCount + " must be between 0 and " + Slots.MAX_LIMIT);
        }
        scheduler.slots.limit(workerCount);
        scheduler.pool.signal();
        scheduler.wakeDispatcher();
        scheduler.quiet.changed();
    }

    @Override
    public int workerCount() {
        return scheduler.slots.limit();
    }

    @Override
    public boolean awaitIdle(Duration timeout) throws InterruptedException {
        long until = RunOptions.after(System.nanoTime(), RunOptions.nanos(timeout));
        return scheduler.quiet.await(scheduler::isQuiet, until);
    }

    @Override
    public DrainReport stop(Duration timeout) {
        Shutdown.Tally tally = shutdown.beginTally();
        QueueState before = beginStop();
        if (before == QueueState.STOPPING || before == QueueState.CLOSED) {
            throw new IllegalStateException("queue '" + name() + "' is " + before + " and cannot be stopped");
        }
        boolean started = before == QueueState.RUNNING || before == QueueState.PAUSED;
        DrainReport report = shutdown.stop(tally, timeout, started);
        lifecycle.move(QueueState.STOPPING, QueueState.STOPPED);
        return report;
    }

    @Override
    public DrainReport drain(Duration timeout) {
        CompletableFuture<DrainReport> mine = new CompletableFuture<>();
        CompletableFuture<DrainReport> first = drained.compareAndExchange(null, mine);
        if (first != null) {
            return await(first, timeout);
        }
        lifecycle.beginDrain();
        Shutdown.Tally tally = shutdown.beginTally();
        QueueState before = beginStop();
        if (before == QueueState.STOPPING) {
            before = awaitStopped(timeout);
            tally = shutdown.beginTally();
        }
        boolean started = before == QueueState.RUNNING || before == QueueState.PAUSED;
        DrainReport report = shutdown.drain(tally, timeout, started);
        lifecycle.move(QueueState.STOPPING, QueueState.CLOSED);
        logReport(report);
        mine.complete(report);
        return report;
    }

    /** Moves to stopping, from wherever the queue is. Returns where it was. */
    private QueueState beginStop() {
        lock.lock();
        try {
            QueueState before = lifecycle.state();
            if (Lifecycle.isLegal(before, QueueState.STOPPING)) {
                lifecycle.move(before, QueueState.STOPPING);
            }
            return before;
        } finally {
            lock.unlock();
        }
    }

    /** Another thread is in {@link #stop}: its end is the beginning of the drain. */
    private QueueState awaitStopped(Duration timeout) {
        long until = RunOptions.after(System.nanoTime(), RunOptions.nanos(timeout));
        try {
            scheduler.quiet.await(() -> lifecycle.state() == QueueState.STOPPED, until);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return beginStop();
    }

    private DrainReport await(CompletableFuture<DrainReport> first, Duration timeout) {
        try {
            long limit = RunOptions.nanos(timeout.plus(scheduler.settings.drainGrace()));
            boolean isWaitedFor = scheduler.pool.current() != null
                    || scheduler.listenerThread.isOwnThread()
                    || scheduler.callbacks.isOwnThread();
            return !isWaitedFor ? first.get(limit, TimeUnit.NANOSECONDS) : first.getNow(DrainReport.unfinished());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.debug("Queue '{}': the first drain has not come to its end", name(), e);
        }
        return first.getNow(DrainReport.unfinished());
    }

    private void logReport(DrainReport report) {
        if (report.isClean()) {
            log.info("Queue '{}' is closed: {}", name(), report);
        } else {
            log.warn("Queue '{}' is closed and has lost jobs: {}", name(), report);
        }
    }

    @Override
    public void close() {
        drain(scheduler.settings.drainTimeout());
    }

    // ---- looking

    @Override
    public QueueStats stats() {
        return scheduler.stats();
    }

    @Override
    public Optional<QueueInspection> inspection() {
        return scheduler.inspection();
    }

    @Override
    public Optional<BackendOutage> backendOutage() {
        return scheduler.claims == null
                ? Optional.empty()
                : Optional.ofNullable(scheduler.claims.reachability.outage());
    }

    @Override
    public void addListener(JobListener listener) {
        scheduler.listeners.add(Objects.requireNonNull(listener, "listener"));
    }

    @Override
    public void removeListener(JobListener listener) {
        scheduler.listeners.remove(listener);
    }

    /**
     * Runs the next due job on the current thread, if there is one. For tests that drive a queue by hand: the queue need not
     * be started, and its clock may be any.
     *
     * @return whether there was a job
     */
    public boolean runNext() {
        scheduler.promoteDue(scheduler.now());
        Object work = scheduler.ready.poll();
        if (work == null) {
            return false;
        }
        intake.runHere(work);
        return true;
    }
}
