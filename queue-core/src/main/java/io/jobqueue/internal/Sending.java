package io.jobqueue.internal;

import io.jobqueue.JobRejectedException;
import io.jobqueue.QueueClosedException;
import io.jobqueue.QueueFullException;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.QueueInspection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How messages get into a storing backend: when, in which batches, and what happens when it is full. On producers' threads,
 * or whichever the queue's {@link io.jobqueue.EnqueueTiming} sends from.
 */
final class Sending {

    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Scheduler scheduler;
    private final Intake intake;
    private final JobBackend backend;

    Sending(Scheduler scheduler, Intake intake) {
        this.scheduler = scheduler;
        this.intake = intake;
        this.backend = scheduler.settings.backend();
    }

    void enqueue(List<JobRecord> records, Duration delay) {
        checkOpen(records.get(0).name(), records.size());
        List<NewJob> jobs = new ArrayList<>(records.size());
        for (JobRecord record : records) {
            jobs.add(new NewJob(record, delay, intake.isGenerated(record.id())));
        }
        scheduler.settings.enqueueTiming().enqueue(jobs, this::send);
    }

    private void checkOpen(String name, int jobs) {
        if (scheduler.lifecycle.isDraining()) {
            throw intake.closed(name, jobs);
        }
    }

    private void send(List<NewJob> jobs) {
        if (jobs.isEmpty()) {
            return;
        }
        checkOpen(jobs.get(0).record().name(), jobs.size());
        scheduler.counters.acceptedElsewhere.add(jobs.size()); // before it can be seen to complete
        scheduler.arrivals.sending(jobs);
        List<EnqueueResult> results;
        try {
            results = store(jobs);
        } catch (RuntimeException e) {
            notSent(jobs, e instanceof JobRejectedException && !(e instanceof QueueClosedException));
            throw e;
        }
        if (results.isEmpty()) {
            jobs.forEach(this::runHere);
            return;
        }
        JobRecord duplicate = sent(jobs, results);
        scheduler.wakeDispatcher();
        if (duplicate != null) {
            throw intake.duplicate(duplicate);
        }
    }

    private void notSent(List<NewJob> jobs, boolean isToBeCounted) {
        scheduler.counters.acceptedElsewhere.add(-jobs.size());
        for (NewJob job : jobs) {
            scheduler.arrivals.refused(job.record().id());
            if (isToBeCounted) {
                intake.countRejected(job.record().name(), 1);
            }
        }
    }

    /** Counts and tells what was accepted. Returns the first job that the queue knew before. */
    private @Nullable JobRecord sent(List<NewJob> jobs, List<EnqueueResult> results) {
        JobRecord duplicate = null;
        for (int i = 0; i < jobs.size(); i++) {
            JobRecord record = jobs.get(i).record();
            // A generated id that is known was stored by an earlier sending of the same batch.
            if (results.get(i) == EnqueueResult.DUPLICATE && !intake.isGenerated(record.id())) {
                scheduler.counters.acceptedElsewhere.decrement();
                scheduler.arrivals.refused(record.id());
                duplicate = duplicate == null ? record : duplicate;
            } else {
                scheduler.metrics.submitted(record.name());
                scheduler.arrivals.accepted(record.id());
            }
        }
        return duplicate;
    }

    // ---- a full queue

    /** The answers; none if the caller is to run the jobs. */
    private List<EnqueueResult> store(List<NewJob> jobs) {
        try {
            return ask(jobs);
        } catch (QueueFullException full) {
            switch (scheduler.settings.whenFull()) {
                case REJECT -> throw full;
                case BLOCK -> {
                    return storeWhenThereIsRoom(jobs, full);
                }
                case CALLER_RUNS -> {
                    if (!jobs.stream().allMatch(job -> canRunHere(job.record()))) {
                        throw full;
                    }
                    return List.of();
                }
            }
            throw full;
        }
    }

    private List<EnqueueResult> ask(List<NewJob> jobs) {
        try {
            return backend.enqueue(jobs);
        } catch (JobRejectedException refused) {
            throw refused;
        } catch (RuntimeException away) {
            scheduler.metrics.backendFailed("enqueue");
            throw away;
        }
    }

    /** Asks again and again; nobody tells when another node has made room. */
    private List<EnqueueResult> storeWhenThereIsRoom(List<NewJob> jobs, QueueFullException full) {
        String name = jobs.get(0).record().name();
        long until = RunOptions.after(System.nanoTime(), RunOptions.nanos(scheduler.settings.blockTimeout()));
        long pause = FIRST_PAUSE_NANOS;
        QueueFullException last = full;
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(
                    this, Math.min(left, ThreadLocalRandom.current().nextLong(pause / 2, pause)));
            if (Thread.currentThread().isInterrupted()) {
                throw new JobRejectedException(
                        "queue '" + scheduler.name() + "': interrupted while waiting for room for '" + name + "'");
            }
            checkOpen(name, jobs.size());
            try {
                return ask(jobs);
            } catch (QueueFullException still) {
                last = still;
            }
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        }
        throw last;
    }

    /** Whether the job has a processor here, and is not one that the queue has already. */
    private boolean canRunHere(JobRecord record) {
        if (scheduler.definitions.find(record.name()) == null) {
            return false;
        }
        Optional<QueueInspection> inspection =
                intake.isGenerated(record.id()) ? Optional.empty() : backend.inspection();
        return inspection.flatMap(store -> store.find(record.id())).isEmpty();
    }

    private void runHere(NewJob job) {
        scheduler.metrics.submitted(job.record().name());
        scheduler.arrivals.accepted(job.record().id());
        CallerRun run = CallerRun.first(scheduler, job.record());
        while (run != null) {
            intake.runHere(run);
            run = run.awaitNext();
        }
    }
}
