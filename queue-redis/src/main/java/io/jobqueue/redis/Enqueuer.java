package io.jobqueue.redis;

import io.jobqueue.JobQueueException;
import io.jobqueue.QueueFullException;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.NewJob;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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

    /** How many calls are under way at the most, so that producers and the server work at the same time. */
    private static final int MOST_CALLS = 2;

    /** How many jobs must wait for a call of their own while another is under way. */
    private static final int WORTH_A_CALL = 32;

    private static final int MOST_JOBS = 500;
    private static final int MOST_BYTES = 1 << 20;

    private static final byte[] WAKE = Bytes.of(1);

    private final Link link;
    private final Settings settings;
    private final Claimer claimer;
    private final byte[] capacity;
    private final byte[] lease;

    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private final ArrayDeque<Request> waiting = new ArrayDeque<>();
    private int waitingJobs;
    private int underWay;
    private boolean isLed;

    /** What one producer wants stored. Its outcome is written by the leader before {@code turn}, which the producer reads. */
    private static final class Request {
        final Thread producer = Thread.currentThread();
        final byte[][] ids;
        final byte[][] records;

        /** In microseconds; null if all are zero. */
        final long @Nullable [] delays;

        final int bytes;
        volatile Turn turn = Turn.WAIT;

        /** What the script says of each job; empty if all were accepted. */
        byte[] answers = Bytes.EMPTY;

        @Nullable
        RuntimeException error;

        Request(List<NewJob> batch, long enqueuedMicros) {
            int jobs = batch.size();
            ids = new byte[jobs][];
            records = new byte[jobs][];
            long[] someDelays = null;
            long mark = ThreadLocalRandom.current().nextLong() >>> 22; // six bytes
            int size = 0;
            for (int i = 0; i < jobs; i++) {
                NewJob job = batch.get(i);
                ids[i] = Bytes.of(job.record().id());
                records[i] = RecordFormat.encode(job.record(), enqueuedMicros, mark);
                size += records[i].length;
                if (!job.delay().isZero()) {
                    someDelays = someDelays == null ? new long[jobs] : someDelays;
                    someDelays[i] = Bytes.toMicros(job.delay());
                }
            }
            delays = someDelays;
            bytes = size;
        }

        int jobs() {
            return ids.length;
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
        this.capacity = Bytes.of(settings.capacity());
        this.lease = Bytes.micros(settings.lease());
    }

    List<EnqueueResult> enqueue(List<NewJob> batch) {
        if (batch.isEmpty()) {
            return List.of();
        }
        Request own = new Request(batch, link.clock().micros());
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
            waitingJobs += own.jobs();
            appointNext();
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

    // ---- who leads; under the lock

    /** Makes the one who has waited longest send, if it is time to. */
    private void appointNext() {
        boolean isWorthIt = underWay == 0 || (underWay < MOST_CALLS && waitingJobs >= WORTH_A_CALL);
        Request longest = waiting.peek();
        if (!isLed && isWorthIt && longest != null) {
            isLed = true;
            longest.next(Turn.LEAD);
        }
    }

    // ---- the leader

    private void lead(Request own) {
        byte[] answers = Bytes.EMPTY;
        RuntimeException error = null;
        List<Request> group = gather();
        try {
            answers = send(group);
        } catch (RuntimeException e) {
            error = e;
        } catch (Error e) {
            error = new JobQueueException("another producer's thread failed while it stored this job, too", e);
            throw e;
        } finally {
            answered();
            distribute(group, own, answers, error);
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
                jobs += next.jobs();
                bytes += next.bytes;
                if (!group.isEmpty() && (jobs > MOST_JOBS || bytes > MOST_BYTES)) {
                    break;
                }
                group.add(waiting.remove());
                waitingJobs -= next.jobs();
            }
            underWay++;
            isLed = false;
            appointNext();
            return group;
        } finally {
            lock.unlock();
        }
    }

    private void answered() {
        lock.lock();
        try {
            underWay--;
            appointNext();
        } finally {
            lock.unlock();
        }
    }

    private static void distribute(List<Request> group, Request own, byte[] answers, @Nullable RuntimeException error) {
        int from = 0;
        for (Request request : group) {
            request.error = error;
            if (answers.length > 0) {
                request.answers = Arrays.copyOfRange(answers, from, from + request.jobs());
                from += request.jobs();
            }
            if (request != own) {
                request.next(Turn.DONE);
            }
        }
    }

    private byte[] send(List<Request> group) {
        Claimer.Offer offer = claimer.takeOffer();
        if (offer != null) {
            try {
                return sendAndClaim(group, offer);
            } catch (JobQueueException e) {
                if (!Link.isConnectionLost(e)) {
                    throw e;
                }
                // Unlike a claim, an enqueue may be repeated: the marks in the records tell what was stored.
            }
        }
        byte[][] arguments = arguments(group, null);
        List<Object> answer = link.call(Script.ENQUEUE, arguments);
        if (!isWhole(answer)) {
            answer = link.call(Script.ENQUEUE, arguments);
        }
        claimer.look();
        return answers(answer);
    }

    /** If a connection breaks within an answer, Lettuce keeps the first part, and adds the answer of the repeated call to it. */
    private static boolean isWhole(List<Object> answer) {
        return !answer.isEmpty() && answer.get(0) instanceof byte[];
    }

    private byte[] sendAndClaim(List<Request> group, Claimer.Offer offer) {
        CompletableFuture<List<Object>> answer;
        try {
            answer = link.send(Script.ENQUEUE, arguments(group, offer));
        } catch (RuntimeException e) {
            claimer.deliver(offer, null);
            throw e;
        }
        CompletableFuture<?> unused = answer.whenComplete((list, error) -> deliver(offer, list));
        return answers(link.await(Script.ENQUEUE.name, answer));
    }

    private byte[] answers(List<Object> answer) {
        if (answer.size() < 2 || !(answer.get(0) instanceof byte[] answers) || !(answer.get(1) instanceof Long now)) {
            throw new JobQueueException("Redis answered an enqueue with what makes no sense; it may have been stored");
        }
        link.clock().learn(now);
        return answers;
    }

    private byte[][] arguments(List<Request> group, Claimer.@Nullable Offer offer) {
        int jobs = group.stream().mapToInt(Request::jobs).sum();
        List<byte[]> delays = delays(group);
        List<byte[]> arguments = new ArrayList<>(2 * jobs + delays.size() + 8 + group.size());
        arguments.add(Bytes.of(jobs));
        arguments.add(Bytes.of(delays.size() / 2));
        arguments.add(capacity);
        arguments.add(claimer.isClaiming() ? Bytes.ZERO : WAKE);
        arguments.add(offer == null ? Bytes.ZERO : Bytes.of(offer.max));
        arguments.add(lease);
        arguments.add(offer == null ? Bytes.EMPTY : Bytes.of(offer.token));
        if (settings.capacity() > 0) {
            arguments.add(Bytes.of(group.size()));
            group.forEach(request -> arguments.add(Bytes.of(request.jobs())));
        }
        group.forEach(request -> Collections.addAll(arguments, request.ids));
        group.forEach(request -> Collections.addAll(arguments, request.records));
        arguments.addAll(delays);
        return arguments.toArray(byte[][]::new);
    }

    private static List<byte[]> delays(List<Request> group) {
        List<byte[]> delays = new ArrayList<>(0);
        int before = 0;
        for (Request request : group) {
            for (int i = 0; request.delays != null && i < request.jobs(); i++) {
                if (request.delays[i] > 0) {
                    delays.add(Bytes.of(before + i + 1));
                    delays.add(Bytes.of(request.delays[i]));
                }
            }
            before += request.jobs();
        }
        return delays;
    }

    /** Hands over what was claimed. Also on a thread of the network, so that the dispatcher need not wait for ours. */
    private void deliver(Claimer.Offer offer, @Nullable List<Object> answer) {
        Taken taken = null;
        try {
            taken = answer == null ? null : Taken.read(answer, 2, offer.token, settings.lease());
        } finally {
            claimer.deliver(offer, taken);
        }
    }

    // ---- the answer

    private List<EnqueueResult> results(Request own) {
        if (own.error != null) {
            throw own.error;
        }
        if (own.answers.length == 0) {
            return Collections.nCopies(own.jobs(), EnqueueResult.ACCEPTED);
        }
        List<EnqueueResult> results = new ArrayList<>(own.jobs());
        for (byte answer : own.answers) {
            if (answer == 'F') {
                throw new QueueFullException("queue '" + settings.queue() + "' is full: capacity " + settings.capacity()
                        + " in Redis, and no room for " + own.jobs()
                        + " more; enqueue slower, raise the capacity or add workers");
            }
            results.add(answer == 'A' ? EnqueueResult.ACCEPTED : EnqueueResult.DUPLICATE);
        }
        return results;
    }
}
