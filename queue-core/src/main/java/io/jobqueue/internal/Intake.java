package io.jobqueue.internal;

import io.jobqueue.DuplicateJobException;
import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobRejectedException;
import io.jobqueue.QueueClosedException;
import io.jobqueue.QueueFullException;
import io.jobqueue.WhenFull;
import io.jobqueue.event.JobEvent;
import io.jobqueue.internal.Definitions.Registered;
import io.jobqueue.internal.Notice.Kind;
import io.jobqueue.memory.MemoryJob;
import io.jobqueue.memory.StoredJob;
import io.jobqueue.memory.TimedTask;
import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.PayloadCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where jobs come in: checks, rejects, counts, and makes them visible to workers or to the backend. On producers' threads.
 *
 * <p>A producer that was let in just before a drain began may offer its job after the drain has swept the queue. It looks
 * at {@link Shutdown#isSwept()} after it has offered, and sweeps then itself: either the drain sees the job, or the producer
 * sees the drain.
 */
final class Intake {

    private final Scheduler scheduler;
    private final Shutdown shutdown;
    private final String idPrefix = Long.toUnsignedString(UUID.randomUUID().getMostSignificantBits(), 36) + "-";
    private final @Nullable Runnable permit;
    private final Sending sending;

    Intake(Scheduler scheduler, Shutdown shutdown) {
        this.scheduler = scheduler;
        this.shutdown = shutdown;
        this.permit = scheduler.admission.isBounded() ? scheduler.admission::giveBack : null;
        this.sending = new Sending(scheduler, this);
    }

    // ---- tasks

    void execute(Runnable task) {
        if (!scheduler.isTaskPlain()) {
            offer(new TaskJob(task, scheduler.defaults, scheduler.ready.nextOrder()), Duration.ZERO);
            return;
        }
        if (scheduler.lifecycle.isDraining()) {
            throw closed(JobEvent.TASK, 1);
        }
        Runnable work = task;
        if (scheduler.isObserved()) {
            submitted(null, JobEvent.TASK);
            work = scheduler.metrics.isActive() ? new TimedTask(task, scheduler.now()) : task;
        }
        scheduler.ready.offer(work);
        scheduler.pool.signal();
        if (shutdown.isSwept()) {
            sweepAgain(work);
        }
    }

    void offer(TaskJob job, Duration delay) {
        if (scheduler.isStoring()) {
            countRejected(JobEvent.TASK, 1);
            throw new JobRejectedException("queue '" + scheduler.name()
                    + "' stores its jobs, and code cannot be stored; enqueue a message instead: register a processor and call"
                    + " enqueue(name, payload), or use a queue with the memory backend");
        }
        if (!admit(JobEvent.TASK, 1)) {
            runHere(job);
            return;
        }
        job.permit(permit);
        submitted(null, JobEvent.TASK);
        add(job, delay);
    }

    // ---- messages

    String enqueue(String name, @Nullable Object payload, EnqueueOptions options) {
        JobRecord record = record(name, payload, options);
        if (scheduler.isStoring()) {
            sending.enqueue(List.of(record), options.delay());
        } else {
            keep(record, admit(name, 1), options);
        }
        return record.id();
    }

    List<String> enqueueAll(String name, List<?> payloads, EnqueueOptions options) {
        if (payloads.isEmpty()) {
            return List.of();
        }
        List<JobRecord> records = new ArrayList<>(payloads.size());
        for (Object payload : payloads) {
            records.add(record(name, payload, options));
        }
        if (scheduler.isStoring()) {
            sending.enqueue(records, options.delay());
        } else {
            boolean admitted = admit(name, records.size());
            records.forEach(record -> keep(record, admitted, options));
        }
        return records.stream().map(JobRecord::id).toList();
    }

    private JobRecord record(String name, @Nullable Object payload, EnqueueOptions options) {
        Registered registered = scheduler.definitions.find(name);
        checkKnown(name, registered);
        checkType(name, payload, registered);
        Map<String, String> headers = scheduler.interceptors.headersOf(name, options.headers());
        PayloadCodec codec =
                scheduler.isStoring() || scheduler.settings.copyPayloads() ? scheduler.settings.codec() : null;
        String id = options.id();
        return new JobRecord(
                id == null ? newId() : id,
                name,
                codec == null ? payload : encode(name, payload, codec),
                codec == null ? PayloadCodec.REFERENCE : codec.contentType(),
                headers,
                options.timeout(),
                options.attemptTimeout(),
                options.maxRetries());
    }

    private void checkKnown(String name, @Nullable Registered registered) {
        boolean onlyHere = !scheduler.isStoring() && scheduler.lifecycle.isActive();
        if (registered == null && onlyHere) {
            throw new IllegalArgumentException("job name: queue '" + scheduler.name() + "' has no processor named '"
                    + name + "', and no other node can have one; register it before. Known: "
                    + scheduler.definitions.names());
        }
    }

    private void checkType(String name, @Nullable Object payload, @Nullable Registered registered) {
        if (registered != null && payload != null && !registered.payloadClass().isInstance(payload)) {
            throw new IllegalArgumentException("payload: the processor of '" + name + "' takes "
                    + registered.definition().payloadType().getTypeName() + ", not "
                    + payload.getClass().getName());
        }
    }

    private byte[] encode(String name, @Nullable Object payload, PayloadCodec codec) {
        try {
            return codec.encode(payload);
        } catch (Exception e) {
            throw new IllegalArgumentException(
                    "payload: " + (payload == null ? "null" : payload.getClass().getName()) + " for '" + name
                            + "' cannot be made " + codec.contentType() + ": " + e,
                    e);
        }
    }

    /** Whether the id was made here, and so cannot be known to the backend unless it came twice. */
    boolean isGenerated(String id) {
        return id.startsWith(idPrefix);
    }

    private String newId() {
        return idPrefix + scheduler.ready.nextOrder();
    }

    private void keep(JobRecord record, boolean admitted, EnqueueOptions options) {
        StoredJob job = scheduler.ready.register(record, admitted ? permit : null);
        if (job == null) {
            if (admitted && scheduler.admission.isBounded()) {
                scheduler.admission.giveBack();
            }
            throw duplicate(record);
        }
        if (admitted) {
            submitted(record.id(), record.name());
            add(job, options.delay());
        } else {
            runHere(job);
        }
    }

    // ---- both

    /**
     * Takes room for jobs. False if the caller is to run them.
     *
     * @throws JobRejectedException if they are refused
     */
    private boolean admit(String name, int jobs) {
        if (scheduler.lifecycle.isDraining()) {
            throw closed(name, jobs);
        }
        Admission admission = scheduler.admission;
        try {
            if (!admission.isBounded()) {
                return true;
            }
            if (admission.take(jobs)) {
                checkOpenAfterWait(name, jobs);
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            countRejected(name, jobs);
            throw new JobRejectedException(
                    "queue '" + scheduler.name() + "': interrupted while waiting for room for '" + name + "'");
        }
        if (admission.whenFull() == WhenFull.CALLER_RUNS) {
            return false;
        }
        countRejected(name, jobs);
        throw new QueueFullException("queue '" + scheduler.name() + "' is full: capacity " + admission.capacity()
                + ", and no room for " + jobs + " more '" + name
                + "'; enqueue slower, raise capacity or worker-count, or set when-full to block or caller-runs");
    }

    /** The room that a blocked producer got may be that of jobs which a drain has thrown away. */
    private void checkOpenAfterWait(String name, int jobs) {
        if (scheduler.lifecycle.isDraining()) {
            for (int i = 0; i < jobs; i++) {
                scheduler.admission.giveBack();
            }
            throw closed(name, jobs);
        }
    }

    private void add(MemoryJob job, Duration delay) {
        if (!delay.isZero()) {
            scheduler.counters.acceptedElsewhere.increment();
        }
        long due = scheduler.ready.add(job, RunOptions.nanos(delay));
        if (delay.isZero()) {
            scheduler.pool.signal();
        } else {
            scheduler.watchdog.wakeBy(due);
        }
        if (shutdown.isSwept()) {
            sweepAgain(job);
        }
    }

    private void submitted(@Nullable String id, String name) {
        scheduler.metrics.submitted(name);
        if (scheduler.listeners.hear(Kind.SUBMITTED)) {
            scheduler.listeners.tell(scheduler.listeners.about(Kind.SUBMITTED, id, name));
        }
    }

    /** Runs a job on the thread that enqueues it. */
    private void runHere(MemoryJob job) {
        scheduler.counters.acceptedElsewhere.increment();
        job.readyNanos(scheduler.now());
        submitted(job instanceof StoredJob stored ? stored.record().id() : null, nameOf(job));
        runHere((Object) job);
    }

    /** Runs what was taken from the queue, or never entered it, on the current thread. */
    void runHere(Object work) {
        Worker caller = new Worker(scheduler, true);
        scheduler.table.add(caller);
        try {
            caller.execute(work);
        } finally {
            scheduler.table.remove(caller);
            scheduler.quiet.changed();
        }
    }

    private static String nameOf(MemoryJob job) {
        return job instanceof StoredJob stored ? stored.record().name() : JobEvent.TASK;
    }

    /** The queue was closed and emptied while the job was on its way. */
    private void sweepAgain(Object own) {
        if (shutdown.sweep(own)) {
            scheduler.counters.acceptedElsewhere.decrement();
            throw closed(own instanceof MemoryJob job ? nameOf(job) : JobEvent.TASK, 1);
        }
    }

    QueueClosedException closed(String name, int jobs) {
        countRejected(name, jobs);
        return new QueueClosedException("queue '" + scheduler.name() + "' is " + scheduler.lifecycle.state()
                + " and accepts no jobs; '" + name + "' was not enqueued");
    }

    DuplicateJobException duplicate(JobRecord record) {
        return new DuplicateJobException("queue '" + scheduler.name() + "' already has a job with the id '"
                + record.id() + "'; it was not enqueued again. Use another id, or delete or requeue the first one");
    }

    void countRejected(String name, int jobs) {
        scheduler.counters.rejected.add(jobs);
        for (int i = 0; i < jobs; i++) {
            scheduler.metrics.rejected(name);
        }
    }
}
