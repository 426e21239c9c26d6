package io.jobqueue.internal;

import io.jobqueue.JobOutcome;
import io.jobqueue.JobQueueException;
import io.jobqueue.JobTimeoutException;
import io.jobqueue.event.JobEvent;
import io.jobqueue.internal.Notice.Kind;
import io.jobqueue.memory.MemoryJob;
import io.jobqueue.memory.TimedTask;
import io.jobqueue.retry.Backoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows from the end of an attempt: success, retry, release or a final failure; and who is told. Everything here is
 * called by the one party that has won the attempt, or that has claimed the job while it waited.
 */
final class Outcomes {

    private static final Logger log = LoggerFactory.getLogger(Outcomes.class);
    private static final Executor HERE = Runnable::run;

    private final Scheduler scheduler;

    Outcomes(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    // ---- by the worker

    /** An attempt begins, right after this time if that is not 0. Returns why its handler must not run, or null. */
    @Nullable
    Throwable starts(Run run, long justNow) {
        long now = justNow != 0 ? justNow : scheduler.now();
        run.start(now);
        long deadline = run.deadlineNanos();
        run.publishDeadline(deadline);
        if (deadline - now < Watchdog.SEEN_IN_TIME) {
            scheduler.watchdog.wakeBy(deadline);
        }
        long waited = Math.max(0, now - run.readyNanos());
        scheduler.metrics.started(run.name(), waited);
        if (scheduler.listeners.hear(Kind.STARTED)) {
            scheduler.listeners.tell(about(Kind.STARTED, run, run.attempt(), 0));
        }
        return run.refusal(now);
    }

    /** The handler has returned, or thrown, and won. Returns when, or 0 if nobody wanted to know. */
    long ended(Run run, @Nullable Throwable error) {
        if (error == null) {
            long now = scheduler.isObserved() ? scheduler.now() : 0;
            run.countSuccess();
            end(run, JobOutcome.SUCCEEDED, null, now, HERE);
            return now;
        }
        long now = scheduler.now();
        ended(run, error, now);
        return now;
    }

    private void ended(Run run, Throwable error, long now) {
        if (error instanceof UnprocessableException unprocessable) {
            unprocessable(run, unprocessable, now);
        } else if (run.isCutShort()) {
            log.info("Queue '{}': {} was interrupted and is handed back", scheduler.name(), run.describe(), error);
            run.settleRelease(0, "interrupted by a node that stopped");
        } else if (run.isJobOverdue(now)) {
            end(run, JobOutcome.TIMED_OUT, timeoutOf(run, error), now, HERE);
        } else {
            failed(run, error, JobOutcome.FAILED, now, HERE);
        }
    }

    /** A plain task starts, right after this time if that is not 0. Returns when, if anybody wants to know. */
    long taskStarts(Runnable task, long justNow) {
        TimedTask timed = task instanceof TimedTask measured ? measured : null;
        long now = justNow;
        if (now == 0
                && (timed != null
                        || scheduler.listeners.hear(Kind.RETRIED)
                        || scheduler.listeners.hear(Kind.COMPLETED))) {
            now = scheduler.now();
        }
        if (timed != null) {
            timed.startedNanos(now);
            scheduler.metrics.started(JobEvent.TASK, timed.waitNanos());
        }
        if (scheduler.listeners.hear(Kind.STARTED)) {
            scheduler.listeners.tell(aboutTask(Kind.STARTED, task, 0));
        }
        return now;
    }

    /** A plain task has ended. Returns when, if anybody wants to know. */
    long taskEnded(@Nullable Object task, JobOutcome outcome, @Nullable Throwable error, long startedNanos) {
        boolean timed = task instanceof TimedTask;
        boolean heard = scheduler.listeners.hear(Kind.COMPLETED);
        if (!timed && !heard) {
            return 0;
        }
        long now = scheduler.now();
        long ran = startedNanos == 0 ? 0 : now - startedNanos;
        if (timed) {
            scheduler.metrics.completed(JobEvent.TASK, outcome, ran);
        }
        if (heard) {
            scheduler.listeners.tell(aboutTask(Kind.COMPLETED, task, ran).outcome(outcome, error));
        }
        return now;
    }

    /** A plain task was ended from outside. */
    private void taskTaken(@Nullable Object task, JobOutcome outcome, Throwable error) {
        scheduler.counters.count(outcome);
        taskEnded(task, outcome, error, task instanceof TimedTask timed ? timed.startedNanos() : 0);
    }

    private Notice aboutTask(Kind kind, @Nullable Object task, long ran) {
        long waited = task instanceof TimedTask timed ? timed.waitNanos() : 0;
        return scheduler.listeners.about(kind, null, JobEvent.TASK).attempt(1, waited, ran);
    }

    /** A plain task has failed: it is a job from now on, which may be tried again. Returns when. */
    long taskFailed(Worker worker, Runnable task, Throwable error, long startedNanos) {
        long now = scheduler.now();
        Run run = scheduler.becomeJob(task, worker, startedNanos == 0 ? now : startedNanos);
        ended(run, error, now);
        return now;
    }

    /** The handler came to its end after somebody else had ended its attempt. */
    void late(Object work, @Nullable Throwable error) {
        log.debug("Queue '{}': the late result of {} is dropped", scheduler.name(), describe(work), error);
    }

    // ---- by whoever ends an attempt from outside

    /** The attempt is overdue: by the watchdog. Does nothing if it has ended meanwhile. */
    void expire(Worker worker, long ticket) {
        Object work = worker.attempt.work();
        if (!worker.attempt.take(ticket)) {
            return;
        }
        endFromOutside(worker, callbacks -> {
            if (work instanceof Run run) {
                expired(run, callbacks);
            } else {
                taskExpired(work);
            }
        });
    }

    /** Ends the job of a taken attempt. Who waits for it is told when its thread is counted and its slot is free. */
    private void endFromOutside(Worker worker, Consumer<Executor> ending) {
        List<Runnable> callbacks = new ArrayList<>(1);
        scheduler.pool.abandon(worker, () -> ending.accept(callbacks::add));
        callbacks.forEach(scheduler.callbacks::execute);
    }

    private void taskExpired(@Nullable Object task) {
        String what = describe(task) + " timed out after " + scheduler.settings.timeout();
        taskTaken(task, JobOutcome.TIMED_OUT, new JobTimeoutException(what, null));
        log.warn("Queue '{}': {}", scheduler.name(), what);
    }

    /** Ends the attempt if its deadline has passed. For attempts on threads without a watchdog. */
    void expireIfOverdue(Worker worker, long ticket) {
        if (worker.attempt.work() instanceof Run run && scheduler.now() >= run.deadlineNanos()) {
            expire(worker, ticket);
        }
    }

    private void expired(Run run, Executor callbacks) {
        long now = scheduler.now();
        if (run.isLeaseOver(now)) {
            end(run, JobOutcome.CANCELLED, new CancellationException("the lease of the job is over"), now, callbacks);
        } else if (run.isJobOverdue(now)) {
            end(run, JobOutcome.TIMED_OUT, timeoutOf(run, run.lastError()), now, callbacks);
        } else {
            JobTimeoutException error = new JobTimeoutException(
                    "attempt " + run.attempt() + " of " + run.describe() + " timed out after "
                            + Duration.ofNanos(run.options.attemptTimeoutNanos()),
                    run.lastError());
            failed(run, error, JobOutcome.TIMED_OUT, now, callbacks);
        }
    }

    /** Somebody cancels a running job. False if it has ended meanwhile. */
    boolean cancelRunning(Run run, String reason) {
        Worker worker = run.take();
        if (worker == null) {
            return false;
        }
        endFromOutside(worker, callbacks -> cancelled(run, reason, callbacks));
        return true;
    }

    /** The worker's job, whatever it is, is given up. Returns what it was; null if it had just ended. */
    @Nullable
    Object giveUp(Worker worker) {
        long ticket = worker.attempt.openTicket();
        Object work = worker.attempt.work();
        if (ticket == Attempt.NO_TICKET || !worker.attempt.take(ticket)) {
            return null;
        }
        endFromOutside(worker, callbacks -> {
            if (work instanceof Run run) {
                cancelled(run, "the queue was stopped", callbacks);
            } else {
                taskTaken(work, JobOutcome.CANCELLED, new CancellationException("the queue was stopped"));
            }
        });
        return work;
    }

    private void cancelled(Run run, String reason, Executor callbacks) {
        end(run, JobOutcome.CANCELLED, new CancellationException(reason), scheduler.now(), callbacks);
    }

    // ---- by whoever has claimed or removed a waiting job

    /** A delayed job's timeout has passed. */
    void timedOutWaiting(MemoryJob job) {
        Run run = scheduler.runOf(job, null);
        endUnrun(run, JobOutcome.TIMED_OUT, timeoutOf(run, run.lastError()));
    }

    /** A retry that waited ends with its last error, because the queue is closed. */
    void failedWaiting(MemoryJob job) {
        Run run = scheduler.runOf(job, null);
        Throwable error = run.lastError();
        endUnrun(run, JobOutcome.FAILED, error == null ? new IllegalStateException("no error was kept") : error);
    }

    /** A claimed job must not run again. */
    void refused(Run run, String reason) {
        endUnrun(run, JobOutcome.FAILED, new JobQueueException(run.describe() + " is not run again: " + reason));
    }

    /** A job ends without a handler, and not on a worker's thread. */
    private void endUnrun(Run run, JobOutcome outcome, Throwable error) {
        long now = scheduler.now();
        run.start(now);
        end(run, outcome, error, now, scheduler.callbacks);
    }

    /** A waiting job was removed by its canceller. */
    void cancelledWaiting(Run run) {
        scheduler.counters.count(JobOutcome.CANCELLED);
        announceEnd(run, run.attempt(), JobOutcome.CANCELLED, null, 0);
        run.complete(JobOutcome.CANCELLED, new CancellationException("the job was cancelled"));
    }

    // ---- decisions

    private void failed(Run run, Throwable error, JobOutcome otherwise, long now, Executor callbacks) {
        boolean mayRetry = run.survivesDrain() || !scheduler.lifecycle.isDraining();
        if (mayRetry && run.options.retry().isRetried(run.attempt(), error)) {
            retry(run, error, now);
        } else {
            end(run, otherwise, error, now, callbacks);
        }
    }

    private void retry(Run run, Throwable error, long now) {
        Backoff backoff = run.options.retry().backoff();
        double random = backoff.jitter() == 0 ? 0 : ThreadLocalRandom.current().nextDouble();
        long delay = backoff.delayNanos(run.attempt() - 1, random);
        long ran = now - run.startedNanos;
        scheduler.counters.retried.increment();
        scheduler.metrics.retried(run.name(), ran);
        if (scheduler.listeners.hear(Kind.RETRIED)) {
            scheduler.listeners.tell(about(Kind.RETRIED, run, run.attempt(), ran)
                    .outcome(null, error)
                    .retryDelay(delay));
        }
        if (log.isDebugEnabled()) {
            log.debug("Queue '{}': {} failed and is tried again", scheduler.name(), run.describe(), error);
        }
        run.settleRetry(now, delay, error);
    }

    private void unprocessable(Run run, UnprocessableException error, long now) {
        if (run.ageNanos() >= RunOptions.nanos(scheduler.settings.unprocessableAge())) {
            end(run, JobOutcome.FAILED, error, now, HERE);
            return;
        }
        Duration delay = scheduler.settings.unprocessableDelay();
        log.warn(
                "Queue '{}': {} cannot be run here, released for {}: {}",
                scheduler.name(),
                run.describe(),
                delay,
                error.reason());
        run.settleRelease(RunOptions.nanos(delay), error.reason());
    }

    /** The job ends, at a time that is 0 if nobody wants to know it. */
    private void end(Run run, JobOutcome outcome, @Nullable Throwable error, long now, Executor callbacks) {
        long ran = now == 0 ? 0 : now - run.startedNanos;
        int attempt = run.attempt(); // settling a failure counts it
        run.settleEnd(outcome, error);
        if (outcome != JobOutcome.SUCCEEDED) {
            scheduler.counters.count(outcome);
            logEnd(run, attempt, outcome, error);
        }
        announceEnd(run, attempt, outcome, error, ran);
        if (run.isAwaited()) {
            callbacks.execute(() -> run.complete(outcome, error));
        }
    }

    private void logEnd(Run run, int attempt, JobOutcome outcome, @Nullable Throwable error) {
        if (outcome == JobOutcome.CANCELLED || run.isAwaited()) {
            log.debug("Queue '{}': {} {}", scheduler.name(), run.describe(), outcome, error);
        } else {
            log.warn(
                    "Queue '{}': {} {} in attempt {}",
                    scheduler.name(),
                    run.describe(),
                    outcome == JobOutcome.FAILED ? "failed" : "timed out",
                    attempt,
                    error);
        }
    }

    private void announceEnd(Run run, int attempt, JobOutcome outcome, @Nullable Throwable error, long ran) {
        scheduler.metrics.completed(run.name(), outcome, ran);
        if (scheduler.listeners.hear(Kind.COMPLETED)) {
            scheduler.listeners.tell(about(Kind.COMPLETED, run, attempt, ran).outcome(outcome, error));
        }
    }

    private Notice about(Kind kind, Run run, int attempt, long ran) {
        long waited = run.startedNanos == 0 ? 0 : Math.max(0, run.startedNanos - run.readyNanos());
        return scheduler.listeners.about(kind, run.eventId(), run.name()).attempt(attempt, waited, ran);
    }

    private static JobTimeoutException timeoutOf(Run run, @Nullable Throwable cause) {
        return cause instanceof JobTimeoutException timeout
                ? timeout
                : new JobTimeoutException(
                        run.describe() + " timed out after " + Duration.ofNanos(run.options.timeoutNanos())
                                + " in attempt " + run.attempt(),
                        cause);
    }

    /** Something failed that must never; whoever it was goes on. */
    void unexpected(String who, Throwable error) {
        log.error("Queue '{}': {} failed unexpectedly and goes on", scheduler.name(), who, error);
    }

    static String describe(@Nullable Object work) {
        return work instanceof Run run ? run.describe() : "task " + (work == null ? "" : TaskJob.className(work));
    }
}
