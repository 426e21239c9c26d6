package io.jobqueue.redis;

import io.jobqueue.QueueFullException;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.NewJob;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Stores what producers bring. Those who come while a call is under way wait, and the next call takes all of them along.
 *
 * <p>There is no thread for this: one producer leads, that is, sends for all who wait, and when its answer is there it makes
 * the one who has waited longest the next leader before it wakes the others. Nobody can push in between, so nobody starves.
 */
final class Enqueuer {

    private static final int MOST_JOBS = 500;
    private static final int MOST_BYTES = 1 << 20;
    private static final int ARGUMENTS_PER_JOB = 3;

    private final Link link;
    private final Settings settings;
    private final Claimer claimer;

    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private final ArrayDeque<Request> waiting = new ArrayDeque<>();
    private boolean isLed;

    /** What one producer wants stored. Its outcome is written by the leader before {@code turn}, which the producer reads. */
    private static final class Request {
        final Thread producer = Thread.currentThread();
        final List<byte[]> arguments;
        final int jobs;
        final int bytes;
        boolean isImmediate;
        volatile Turn turn = Turn.WAIT;
        byte @Nullable [] answers;

        @Nullable
        RuntimeException error;

        Request(List<NewJob> batch) {
            this.jobs = batch.size();
            this.arguments = new ArrayList<>(ARGUMENTS_PER_JOB * jobs + 1);
            long mark = ThreadLocalRandom.current().nextLong() >>> 22; // six bytes
            int size = 0;
            arguments.add(Bytes.of(jobs));
            for (NewJob job : batch) {
                byte[] record = RecordFormat.encode(job.record(), mark);
                size += record.length;
                arguments.add(Bytes.of(job.record().id()));
                arguments.add(job.delay().isZero() ? Bytes.ZERO : Bytes.micros(job.delay()));
                arguments.add(record);
                isImmediate |= job.delay().isZero();
            }
            this.bytes = size;
        }

        void next(Turn next) {
            turn = next;
            LockSupport.unpark(producer);
        }
    }

    private enum Turn {
        WAIT,
        LEAD,
        DONE
    }

    Enqueuer(Link link, Settings settings, Claimer claimer) {
        this.link = link;
        this.settings = settings;
        this.claimer = claimer;
    }

    List<EnqueueResult> enqueue(List<NewJob> batch) {
        if (batch.isEmpty()) {
            return List.of();
        }
        Request own = new Request(batch);
        queueUp(own);
        if (awaitTurn(own) == Turn.LEAD) {
            lead(own);
        }
        return results(own);
    }

    private void queueUp(Request own) {
        lock.lock();
        try {
            waiting.add(own);
            if (!isLed) {
                isLed = true;
                own.turn = Turn.LEAD;
            }
        } finally {
            lock.unlock();
        }
    }

    private static Turn awaitTurn(Request own) {
        boolean interrupted = false;
        while (own.turn == Turn.WAIT) {
            LockSupport.park(own);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return own.turn;
    }

    // ---- the leader

    private void lead(Request own) {
        List<Request> group = gather();
        byte[] answers = {};
        RuntimeException error = null;
        try {
            answers = send(group);
        } catch (RuntimeException e) {
            error = e;
        } finally {
            handOver();
        }
        int from = 0;
        for (Request request : group) {
            request.error = error;
            if (error == null) {
                request.answers = Arrays.copyOfRange(answers, from, from + request.jobs);
                from += request.jobs;
            }
            if (request != own) {
                request.next(Turn.DONE);
            }
        }
    }

    /** Takes those who wait, the leader first. */
    private List<Request> gather() {
        List<Request> group = new ArrayList<>();
        int jobs = 0;
        int bytes = 0;
        lock.lock();
        try {
            for (Request next = waiting.peek(); next != null; next = waiting.peek()) {
                jobs += next.jobs;
                bytes += next.bytes;
                if (!group.isEmpty() && (jobs > MOST_JOBS || bytes > MOST_BYTES)) {
                    break;
                }
                group.add(waiting.remove());
            }
            return group;
        } finally {
            lock.unlock();
        }
    }

    private void handOver() {
        Request next;
        lock.lock();
        try {
            next = waiting.peek();
            isLed = next != null;
        } finally {
            lock.unlock();
        }
        if (next != null) {
            next.next(Turn.LEAD);
        }
    }

    private byte[] send(List<Request> group) {
        Claimer.Offer offer = group.stream().anyMatch(request -> request.isImmediate) ? claimer.takeOffer() : null;
        List<byte[]> arguments = new ArrayList<>();
        arguments.add(Bytes.of(settings.capacity()));
        arguments.add(offer == null ? Bytes.ZERO : Bytes.of(Math.min(offer.max, Claimer.PORTION)));
        arguments.add(Bytes.micros(settings.lease()));
        arguments.add(offer == null ? Bytes.EMPTY : Bytes.of(offer.token));
        arguments.add(Bytes.of(group.size()));
        group.forEach(request -> arguments.addAll(request.arguments));
        CompletableFuture<List<Object>> answer;
        try {
            answer = link.send(Script.ENQUEUE, arguments.toArray(byte[][]::new));
        } catch (RuntimeException e) {
            deliver(offer, null);
            throw e;
        }
        if (offer != null) {
            CompletableFuture<?> unused = answer.whenComplete((list, error) -> deliver(offer, list));
        }
        byte[] answers = (byte[]) link.await(Script.ENQUEUE.name, answer).get(0);
        if (offer == null) {
            claimer.look();
        }
        return answers;
    }

    /** Hands over what was claimed. Also on a thread of the network, so that the dispatcher need not wait for ours. */
    private void deliver(Claimer.@Nullable Offer offer, @Nullable List<Object> answer) {
        if (offer == null) {
            return;
        }
        Taken taken = Taken.UNKNOWN;
        try {
            if (answer != null) {
                taken = Taken.read(answer, 1, Math.min(offer.max, Claimer.PORTION), offer.token, settings.lease());
            }
        } finally {
            claimer.deliver(offer, taken);
        }
    }

    // ---- the answer

    private List<EnqueueResult> results(Request own) {
        if (own.error != null) {
            throw own.error;
        }
        byte[] answers = own.answers;
        if (answers == null) {
            throw new IllegalStateException("no answer for a batch of " + own.jobs);
        }
        List<EnqueueResult> results = new ArrayList<>(answers.length);
        for (byte answer : answers) {
            if (answer == 'F') {
                throw new QueueFullException("queue '" + settings.queue() + "' is full: capacity " + settings.capacity()
                        + " in Redis, and no room for " + own.jobs
                        + " more; enqueue slower, raise the capacity or add workers");
            }
            results.add(answer == 'A' ? EnqueueResult.ACCEPTED : EnqueueResult.DUPLICATE);
        }
        return results;
    }
}
