package io.jobqueue.memory;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What is ready to run, in order: the ring, what was put back to its front, and a count of cancelled jobs that are still in
 * it. Elements are tasks ({@link Runnable}) and {@link MemoryJob}s. Any thread.
 */
final class ReadyJobs {

    private final ReadyRing ring = new ReadyRing();

    /** Taken from the ring when no job may start any more, and put back. */
    private final ConcurrentLinkedDeque<Object> returned = new ConcurrentLinkedDeque<>();

    private final AtomicInteger returnedCount = new AtomicInteger();

    /** Jobs in the ring that are gone. */
    private final AtomicLong gone = new AtomicLong();

    void offer(Object work) {
        ring.offer(work);
    }

    @Nullable
    Object poll() {
        if (returnedCount.get() > 0) {
            Object work = returned.pollFirst();
            if (work != null) {
                returnedCount.decrementAndGet();
                return work;
            }
        }
        return ring.poll();
    }

    void putBack(Object work) {
        returnedCount.incrementAndGet();
        returned.addFirst(work);
    }

    /** A job that is in here was cancelled. */
    void countGone() {
        gone.incrementAndGet();
    }

    /** A cancelled job was taken out. */
    void discountGone() {
        gone.decrementAndGet();
    }

    boolean isEmpty() {
        return ring.isEmpty() && returnedCount.get() == 0;
    }

    long size() {
        return Math.max(0, ring.size() + returnedCount.get() - gone.get());
    }

    long offered() {
        return ring.offered();
    }

    /** The first element that is not gone, as far as can be seen. */
    @Nullable
    Object peek() {
        Object first = returned.peekFirst();
        return first == null ? ring.peek() : first;
    }
}
