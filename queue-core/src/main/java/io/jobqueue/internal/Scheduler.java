package io.jobqueue.internal;

import io.jobqueue.QueueStats;
import io.jobqueue.memory.MemoryBackend;
import io.jobqueue.memory.MemoryJob;
import io.jobqueue.memory.MemoryJobs;
import io.jobqueue.memory.StoredJob;
import io.jobqueue.memory.TimedTask;
import io.jobqueue.spi.QueueCounts;
import io.jobqueue.spi.QueueInspection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts of one queue, put together. Holds no state of its own.
 *
 * <p>{@link #ready} is what workers take jobs from. With the memory backend it is that backend itself; with a storing one it
 * holds the jobs that {@link #claims} has claimed and no worker has begun. Nothing after that differs.
 */
final class Scheduler {

    /** From this timeout on, the watchdog's tick is exact enough, and tasks need no start time. */
    private static final long SAMPLED_FROM_NANOS = TimeUnit.SECONDS.toNanos(10);

    final QueueSettings settings;
    final RunOptions defaults;
    final Lifecycle lifecycle = new Lifecycle();
    final Counters counters = new Counters();
    final Quiet quiet = new Quiet();
    final Slots slots;
    final MemoryJobs ready;
    final WorkerTable table = new WorkerTable(counters);
    final Definitions definitions;
    final Interceptors interceptors;
    final SafeMetrics metrics;
    final SerialThread listenerThread;
    final Listeners listeners;
    final Arrivals arrivals;

    /** Completes futures of jobs that were not ended by their worker; apart from listeners, which may wait for them. */
    final SerialThread callbacks;

    final Admission admission;
    final Outcomes outcomes = new Outcomes(this);
    final Delays delays = new Delays(this);
    final Growth growth;
    final WorkerPool pool;
    final Watchdog watchdog = new Watchdog(this);
    final @Nullable Claims claims;
    final Dispatcher dispatcher;

    private final LongSupplier nanoClock;
    private final boolean tasksArePlain;

    Scheduler(QueueSettings settings) {
        this.settings = settings;
        this.nanoClock = settings.nanoClock();
        this.defaults = RunOptions.of(settings);
        this.slots = new Slots(settings.workerCount());
        this.definitions = new Definitions(settings.name(), defaults);
        this.interceptors = new Interceptors(settings.name(), settings.interceptors());
        this.metrics = new SafeMetrics(settings.name(), settings.metrics());
        this.listenerThread = new SerialThread(settings, "-listener", quiet);
        this.listeners = new Listeners(settings.name(), listenerThread);
        this.arrivals = new Arrivals(listeners);
        this.callbacks = new SerialThread(settings, "-callback", quiet);
        this.admission =
                new Admission(settings.capacity(), settings.whenFull(), RunOptions.nanos(settings.blockTimeout()));
        boolean inMemory = settings.backend() instanceof MemoryBackend;
        this.ready = settings.backend() instanceof MemoryBackend memory ? memory.jobs() : new MemoryJobs(nanoClock, 0);
        this.claims = inMemory ? null : new Claims(this, settings.backend());
        this.growth = new Growth(this, slots, ready, table);
        this.pool = new WorkerPool(this, slots, ready, table, growth);
        this.dispatcher = new Dispatcher(this, claims);
        this.tasksArePlain = inMemory
                && !interceptors.interceptTasks()
                && !admission.isBounded()
                && defaults.attemptTimeoutNanos() == 0
                && (defaults.timeoutNanos() == 0 || defaults.timeoutNanos() >= SAMPLED_FROM_NANOS);
        if (inMemory) {
            ready.onReady(this::readyFromOutside);
            ready.onRemoved(job -> outcomes.cancelledWaiting(new StoredRun(this, job)));
            ready.onCancelRunning(
                    job -> job.run() instanceof Run run && outcomes.cancelRunning(run, "the job was cancelled"));
        }
    }

    private void readyFromOutside() {
        pool.signal();
        watchdog.look();
    }

    String name() {
        return settings.name();
    }

    long now() {
        return nanoClock.getAsLong();
    }

    long defaultTimeoutNanos() {
        return defaults.timeoutNanos();
    }

    boolean isStoring() {
        return settings.backend().isStoring();
    }

    /** Whether anybody wants to know about single jobs. */
    boolean isObserved() {
        return metrics.isActive() || listeners.isActive();
    }

    /** Whether a task with default options needs nothing but to be run, until it fails, and can wait as it is. */
    boolean isTaskPlain() {
        return tasksArePlain;
    }

    /** Wraps what a worker, if any, has taken. */
    Run runOf(Object work, @Nullable Worker worker) {
        if (work instanceof StoredJob job) {
            return new StoredRun(this, job);
        }
        if (work instanceof TaskJob job) {
            return job.nextRun(this, worker);
        }
        return (Run) work;
    }

    /** Makes a job of a plain task whose first attempt, begun at this time by this worker, has just ended. */
    Run becomeJob(Runnable task, Worker worker, long startedNanos) {
        Runnable given = task;
        long readyNanos = startedNanos;
        if (task instanceof TimedTask timed) {
            given = timed.task();
            readyNanos = timed.readyNanos();
        }
        TaskJob job = new TaskJob(given, defaults, TaskJob.NO_NUMBER);
        job.readyNanos(readyNanos);
        Run run = new TaskRun(this, job);
        run.bind(worker, Attempt.NO_TICKET);
        run.begin();
        run.start(startedNanos);
        return run;
    }

    void wakeDispatcher() {
        dispatcher.wake();
    }

    void retryStartLater() {
        dispatcher.retryStartLater();
    }

    /** Makes due jobs ready. Returns whether there were any. */
    boolean promoteDue(long now) {
        int promoted = ready.promoteDue(now, (MemoryJob job) -> outcomes.timedOutWaiting(job));
        if (promoted > 0) {
            counters.acceptedElsewhere.add(-promoted);
            pool.signal();
        }
        return promoted > 0;
    }

    /** Whether nothing is waiting, due, claimed or running. */
    boolean isQuiet() {
        boolean quietHere = ready.isEmpty()
                && ready.nextDueNanos() > now()
                && !ready.isMoving()
                && pool.busyExcept(null) == 0
                && ready.isEmpty()
                && !ready.isMoving();
        return quietHere && (claims == null || claims.isQuiet());
    }

    Optional<QueueInspection> inspection() {
        return settings.backend().inspection();
    }

    /**
     * The numbers, in an order of reading that keeps the promise: what has ended is read before what was submitted, and
     * whether anything runs before both.
     */
    QueueStats stats() {
        int running = pool.busyExcept(null);
        Sampler.Sample sample = claims == null ? null : claims.sampler.ask();
        QueueCounts stored = claims == null ? countsInMemory() : claims.sampler.counts();
        long succeeded = table.succeeded();
        long failed = counters.failed();
        long timedOut = counters.timedOut();
        long cancelled = counters.cancelled();
        long discarded = counters.discarded.sum();
        return new QueueStats(
                counters.acceptedElsewhere.sum() + ready.offered(),
                counters.rejected.sum(),
                running,
                stored.waiting(),
                stored.delayed(),
                stored.dead(),
                succeeded,
                failed,
                timedOut,
                cancelled,
                discarded,
                counters.retried.sum(),
                pool.abandoned(),
                slots.limit(),
                slots.alive(),
                pool.idle(),
                stored.oldestAge(),
                claims == null ? Duration.ZERO : sample == null ? null : sample.age());
    }

    private QueueCounts countsInMemory() {
        long now = now();
        return new QueueCounts(
                ready.waiting(),
                ready.delayed(),
                0,
                ready.dead(),
                Duration.ofNanos(Math.max(0, now - ready.oldestReadyNanos(now))));
    }
}
