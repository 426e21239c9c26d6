package io.jobqueue.internal;

import io.jobqueue.JobOutcome;
import io.jobqueue.memory.MemoryJob;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A reusable thread that takes one job after the other and runs it to its single result, all on itself.
 *
 * <p>Its {@link Attempt} is shared with whoever ends attempts from outside; {@link #wake} with whoever wakes it; all else
 * is its own, or belongs to the class that says so.
 */
final class Worker implements Runnable {

    /** It has, or is looking for, a job. */
    static final int BUSY = 0;
    /** It is on the stack of idle workers, or on its way there or back. */
    static final int IDLE = 1;
    /** It was taken off that stack to end. */
    static final int RETIRE = 2;

    private static final VarHandle SUCCEEDED;

    static {
        try {
            SUCCEEDED = MethodHandles.lookup().findVarHandle(Worker.class, "succeeded", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Attempt attempt = new Attempt();
    final boolean isCaller;
    private final Scheduler scheduler;

    /** Moved to idle by the worker, and back by whoever pops it off the stack. */
    volatile int wake = BUSY;

    /** Whether it holds the pool's right to search. Written by the worker, and by its waker before {@link #wake}. */
    boolean searching;

    /** Its place in the {@link WorkerTable}, and whether it has one; both written by the table. */
    int index;

    boolean isListed;

    /** The place + 1 of the worker below it on the stack of idle ones; 0 for none. */
    int below;

    /** How often it went idle. Written by the worker, read by the dispatcher. */
    private volatile int naps;

    /** For the dispatcher: the nap it saw last, and for how many looks. */
    int seenNap;

    int seenIdle;

    /** When its last job ended, if that was measured and it has not waited since; else 0. */
    long lastEndNanos;

    /** How many of its jobs succeeded. Written by the worker with release, read by anyone. */
    private volatile long succeeded;

    private volatile @Nullable Thread thread;

    Worker(Scheduler scheduler, boolean isCaller) {
        this.scheduler = scheduler;
        this.isCaller = isCaller;
    }

    void thread(Thread thread) {
        this.thread = thread;
    }

    @Nullable
    Thread thread() {
        return thread;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    void countNap() {
        naps++;
    }

    int naps() {
        return naps;
    }

    boolean isBusy() {
        return wake == BUSY;
    }

    long succeeded() {
        return succeeded;
    }

    @Override
    public void run() {
        try {
            scheduler.interceptors.workerStarts();
            Object work = scheduler.pool.next(this);
            while (work != null && execute(work)) {
                work = scheduler.pool.next(this);
            }
        } finally {
            scheduler.pool.exited(this);
        }
    }

    /** Runs a job. False if somebody else ended it, and with it this worker. */
    boolean execute(Object work) {
        boolean isJob = work instanceof MemoryJob || work instanceof Run;
        boolean ours = isJob ? executeRun(scheduler.runOf(work, this)) : executeTask((Runnable) work);
        if (!isCaller) {
            Thread.interrupted(); // an interrupt of this job must not reach the next
        }
        return ours;
    }

    private boolean executeTask(Runnable task) {
        boolean heard = scheduler.isObserved();
        long started = heard ? scheduler.outcomes.taskStarts(task, lastEndNanos) : 0;
        long ticket = attempt.open(task, Attempt.SAMPLED);
        Throwable error = null;
        try {
            task.run();
        } catch (Throwable t) {
            error = t;
        }
        if (!attempt.close(ticket)) {
            scheduler.outcomes.late(task, error);
            return false;
        }
        if (error != null) {
            long since = started == 0 ? attempt.seenSinceNanos(ticket, 0) : started;
            lastEndNanos = scheduler.outcomes.taskFailed(this, task, error, since);
        } else {
            countSuccess();
            lastEndNanos = heard ? scheduler.outcomes.taskEnded(task, JobOutcome.SUCCEEDED, null, started) : 0;
        }
        return true;
    }

    private boolean executeRun(Run run) {
        long ticket = attempt.open(run, Attempt.NO_DEADLINE);
        run.bind(this, ticket);
        if (!run.begin()) {
            attempt.close(ticket);
            scheduler.ready.skipGone();
            return true;
        }
        Throwable error = scheduler.outcomes.starts(run, lastEndNanos);
        if (error == null) {
            error = call(run);
        }
        if (isCaller) {
            scheduler.outcomes.expireIfOverdue(this, ticket); // a queue driven by hand has no watchdog
        }
        if (!attempt.close(ticket)) {
            scheduler.outcomes.late(run, error);
            return false;
        }
        lastEndNanos = scheduler.outcomes.ended(run, error);
        return true;
    }

    private static @Nullable Throwable call(Run run) {
        try {
            run.invoke();
            return null;
        } catch (Throwable t) {
            return t;
        }
    }

    void countSuccess() {
        SUCCEEDED.setRelease(this, succeeded + 1);
    }
}
