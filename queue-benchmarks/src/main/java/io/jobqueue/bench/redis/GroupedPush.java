package io.jobqueue.bench.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets callers share a call: whoever comes while one is under way waits, and the next call takes everybody along. One of the
 * callers makes the call; when it is done the one who has waited longest makes the next.
 */
final class GroupedPush {

    private static final int MOST = 500;

    private final Push push;
    private final ReentrantLock lock = new ReentrantLock();
    private List<Waiter> waiting = new ArrayList<>(); // guarded by lock
    private boolean isLed; // guarded by lock

    GroupedPush(Push push) {
        this.push = push;
    }

    /** Sends a group. Called by one thread at a time. */
    @FunctionalInterface
    interface Push {
        void send(List<byte[]> payloads) throws Exception;
    }

    /** Returns when a call that contained the payload has returned. */
    void enqueue(byte[] payload) throws Exception {
        Waiter own = new Waiter(payload);
        lock.lock();
        try {
            waiting.add(own);
            if (!isLed) {
                isLed = true;
                own.state = State.LEADS;
            }
        } finally {
            lock.unlock();
        }
        while (own.state == State.WAITS) {
            LockSupport.park(this);
        }
        if (own.state == State.LEADS) {
            lead();
        }
        if (own.error != null) {
            throw own.error;
        }
    }

    /** How many callers wait for the next call. */
    int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    private void lead() {
        List<Waiter> group = takeGroup();
        Exception error = null;
        try {
            push.send(group.stream().map(waiter -> waiter.payload).toList());
        } catch (Exception e) {
            error = e;
        }
        handOver();
        for (Waiter waiter : group) {
            waiter.error = error;
            waiter.become(State.IS_DONE);
        }
    }

    private List<Waiter> takeGroup() {
        lock.lock();
        try {
            if (waiting.size() <= MOST) {
                List<Waiter> all = waiting;
                waiting = new ArrayList<>();
                return all;
            }
            List<Waiter> first = new ArrayList<>(waiting.subList(0, MOST));
            waiting.subList(0, MOST).clear();
            return first;
        } finally {
            lock.unlock();
        }
    }

    private void handOver() {
        Waiter next;
        lock.lock();
        try {
            next = waiting.isEmpty() ? null : waiting.get(0);
            isLed = next != null;
        } finally {
            lock.unlock();
        }
        if (next != null) {
            next.become(State.LEADS);
        }
    }

    private enum State {
        WAITS,
        LEADS,
        IS_DONE
    }

    private static final class Waiter {

        final byte[] payload;
        final Thread thread = Thread.currentThread();

        @Nullable
        Exception error; // written before the state, which its thread reads

        volatile State state = State.WAITS;

        Waiter(byte[] payload) {
            this.payload = payload;
        }

        void become(State next) {
            state = next;
            if (thread != Thread.currentThread()) {
                LockSupport.unpark(thread);
            }
        }
    }
}
