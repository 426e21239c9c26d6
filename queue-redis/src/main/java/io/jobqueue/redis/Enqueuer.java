package io.jobqueue.redis;

import io.jobqueue.JobQueueException;
import io.jobqueue.QueueFullException;
import io.jobqueue.redis.EnqueueRequest.Turn;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.NewJob;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

    private final Link link;
    private final Settings settings;
    private final Claimer claimer;
    private final Transactions transactions;

    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by lock.
    private final ArrayDeque<EnqueueRequest> waiting = new ArrayDeque<>();
    private boolean isLed;

    Enqueuer(Link link, Settings settings, Claimer claimer, Transactions transactions) {
        this.link = link;
        this.settings = settings;
        this.claimer = claimer;
        this.transactions = transactions;
    }

    List<EnqueueResult> enqueue(List<NewJob> batch) {
        if (batch.isEmpty()) {
            return List.of();
        }
        EnqueueRequest own = new EnqueueRequest(batch, link.clock().micros());
        queueUp(own);
        if (own.awaitTurn() == Turn.LEAD) {
            lead(own);
        }
        return results(own);
    }

    private void queueUp(EnqueueRequest own) {
        lock.lock();
        try {
            waiting.add(own);
            if (!isLed) {
                appointNext();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Makes the one who has waited longest send. Under the lock. */
    private void appointNext() {
        EnqueueRequest longest = waiting.peek();
        isLed = longest != null;
        if (longest != null) {
            longest.next(Turn.LEAD);
        }
    }

    // ---- the leader

    private void lead(EnqueueRequest own) {
        RuntimeException error = null;
        List<EnqueueRequest> group = gather();
        try {
            send(new EnqueueCall(group, settings));
        } catch (RuntimeException e) {
            error = e;
        } catch (Error e) {
            error = new JobQueueException("another producer's thread failed while it stored this job, too", e);
            throw e;
        } finally {
            handOver();
            finish(group, own, error);
        }
    }

    /** Takes those who wait, the leader first. */
    private List<EnqueueRequest> gather() {
        List<EnqueueRequest> group = new ArrayList<>();
        int jobs = 0;
        int bytes = 0;
        lock.lock();
        try {
            for (EnqueueRequest next = waiting.peek(); next != null; next = waiting.peek()) {
                jobs += next.jobs();
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
        lock.lock();
        try {
            appointNext();
        } finally {
            lock.unlock();
        }
    }

    private static void finish(List<EnqueueRequest> group, EnqueueRequest own, @Nullable RuntimeException error) {
        for (EnqueueRequest request : group) {
            request.error = error;
            if (request != own) {
                request.next(Turn.DONE);
            }
        }
    }

    private void send(EnqueueCall call) {
        Claimer.Offer offer = claimer.takeOffer();
        if (offer != null) {
            try {
                sendAndClaim(call, offer);
                return;
            } catch (JobQueueException e) {
                if (!Link.isConnectionLost(e)) {
                    throw e;
                }
                // Unlike a claim, an enqueue may be repeated: the marks in the records tell what was stored.
            }
        }
        boolean hasRoom = claimer.isClaiming();
        try {
            if (offer == null && call.isPlain() && transactions.store(call, !hasRoom)) {
                return;
            }
            byte[][] arguments = call.arguments(null, hasRoom);
            List<Object> answer = link.call(Script.ENQUEUE, arguments);
            if (!EnqueueCall.isWhole(answer)) {
                answer = link.call(Script.ENQUEUE, arguments);
            }
            link.clock().learn(call.distribute(answer));
        } finally {
            claimer.look();
        }
    }

    private void sendAndClaim(EnqueueCall call, Claimer.Offer offer) {
        CompletableFuture<List<Object>> answer;
        try {
            answer = link.send(Script.ENQUEUE, call.arguments(offer, true));
        } catch (RuntimeException e) {
            claimer.deliver(offer, null);
            throw e;
        }
        CompletableFuture<List<Object>> delivered = new CompletableFuture<>();
        CompletableFuture<?> unused =
                answer.whenComplete((list, error) -> deliver(call, offer, list, error, delivered));
        try {
            link.clock().learn(call.distribute(link.await(Script.ENQUEUE.name, delivered)));
        } finally {
            answer.cancel(false); // if it has not come: then nothing was delivered, and the dispatcher learns of it
        }
    }

    /** Hands over what was claimed, on a thread of the network and before the producer wakes: the worker need not wait for it. */
    private void deliver(
            EnqueueCall call,
            Claimer.Offer offer,
            @Nullable List<Object> answer,
            @Nullable Throwable error,
            CompletableFuture<List<Object>> delivered) {
        Taken taken = null;
        try {
            taken = answer == null ? null : call.taken(answer, offer);
        } finally {
            claimer.deliver(offer, taken);
            if (error != null) {
                delivered.completeExceptionally(error);
            } else {
                delivered.complete(answer);
            }
        }
    }

    // ---- the answer

    private List<EnqueueResult> results(EnqueueRequest own) {
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
            results.add(answer == 'D' ? EnqueueResult.DUPLICATE : EnqueueResult.ACCEPTED);
        }
        return results;
    }
}
