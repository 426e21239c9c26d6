package io.jobqueue.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * An unbounded FIFO queue for many producers and many consumers that allocates nothing while its backlog fits its ring.
 *
 * <p>It is a chain of bounded rings. Within a ring every slot carries a sequence number that says whose turn it is, as in
 * Dmitry Vyukov's bounded MPMC queue (1024cores.net): a producer that finds its slot free wins it by advancing {@code
 * tail}, a consumer that finds its slot filled wins it by advancing {@code head}, and each then hands the slot on by
 * moving its sequence. A producer that finds the ring full closes it, by the sign bit of {@code tail}, and links a ring
 * twice as large; consumers leave a closed ring when it is empty, and never return. A ring is never used again after that,
 * so there is no ABA problem to solve, and the garbage collector takes it.
 *
 * <p><b>Empty means tail equals head.</b> An element counts as present from the moment its producer has advanced {@code
 * tail}, or has linked a ring that holds it, even if the slot is not filled yet: {@link #poll} waits for it instead of
 * answering null. This is what lets producers and idle workers find each other without a fence of their own: both sides
 * write one variable with volatile semantics (tail; the stack of idle workers) before they read the other's.
 */
public final class ReadyRing {

    private static final int FIRST_CAPACITY = 256;
    private static final int LAST_CAPACITY = 1 << 16;
    private static final int SPINS_BEFORE_YIELD = 128;

    /** Some microseconds. */
    private static final int PAUSES_TO_STAND_BACK = 256;

    private static final int SIZE_LOOKS = 64;

    private static final VarHandle HEAD_RING;
    private static final VarHandle TAIL_RING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD_RING = lookup.findVarHandle(ReadyRing.class, "headRing", Ring.class);
            TAIL_RING = lookup.findVarHandle(ReadyRing.class, "tailRing", Ring.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile Ring headRing;
    private volatile Ring tailRing;

    public ReadyRing() {
        this(FIRST_CAPACITY);
    }

    /** With another capacity of the first ring, a power of two. */
    ReadyRing(int firstCapacity) {
        Ring first = new Ring(firstCapacity, 0);
        this.headRing = first;
        this.tailRing = first;
    }

    /** Adds an element at the end. Lock-free. */
    public void offer(Object element) {
        for (; ; ) {
            Ring ring = tailRing;
            if (ring.offer(element)) {
                return;
            }
            Ring next = ring.next;
            if (next == null) {
                next = new Ring(Math.min(ring.capacity() * 2, LAST_CAPACITY), ring.base + ring.offered());
                next.offer(element);
                if (Ring.NEXT.compareAndSet(ring, null, next)) {
                    TAIL_RING.compareAndSet(this, ring, next);
                    return;
                }
            } else {
                TAIL_RING.compareAndSet(this, ring, next);
            }
        }
    }

    /** Takes the element at the front; null if there is none. */
    public @Nullable Object poll() {
        for (; ; ) {
            Ring ring = headRing;
            Object element = ring.poll();
            if (element != null) {
                return element;
            }
            Ring next = ring.next;
            if (next == null) {
                return null;
            }
            // The ring has been closed; what came between the poll and the closing is still in it.
            element = ring.poll();
            if (element != null) {
                return element;
            }
            HEAD_RING.compareAndSet(this, ring, next);
        }
    }

    /** The element at the front if it can be seen without waiting; it may be gone by now. */
    @Nullable
    Object peek() {
        return headRing.peek();
    }

    public boolean isEmpty() {
        Ring ring = headRing;
        return ring.isEmpty() && ring.next == null;
    }

    /** How many elements were ever offered. */
    public long offered() {
        Ring ring = tailRing;
        for (Ring next = ring.next; next != null; next = ring.next) {
            ring = next;
        }
        return ring.base + ring.offered();
    }

    /**
     * How many elements are present. Exact, unless others poll so fast that no look comes between; then too many, so that it
     * is never 0 while there are some.
     */
    long size() {
        long size = Long.MAX_VALUE;
        for (int look = 0; look < SIZE_LOOKS; look++) {
            long polled = polled();
            size = Math.min(size, Math.max(0, offered() - polled));
            if (polled() == polled) {
                break;
            }
        }
        return size;
    }

    private long polled() {
        Ring ring = headRing;
        return ring.base + ring.head;
    }

    /** Keeps the two indexes, which producers and consumers write, on cache lines of their own. */
    @SuppressWarnings("unused") // padding
    private abstract static class PaddedTail {
        private long p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14;
        volatile long tail;
        private long q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14;
    }

    @SuppressWarnings("unused") // padding
    private abstract static class PaddedHead extends PaddedTail {
        volatile long head;
        private long r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12, r13, r14;
    }

    /** One bounded ring of the chain. */
    private static final class Ring extends PaddedHead {

        private static final long CLOSED = Long.MIN_VALUE;
        private static final VarHandle TAIL;
        private static final VarHandle HEAD;
        private static final VarHandle TURN = MethodHandles.arrayElementVarHandle(int[].class);
        static final VarHandle NEXT;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                TAIL = lookup.findVarHandle(PaddedTail.class, "tail", long.class);
                HEAD = lookup.findVarHandle(PaddedHead.class, "head", long.class);
                NEXT = lookup.findVarHandle(Ring.class, "next", Ring.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        /** The number of elements offered to earlier rings. */
        final long base;

        volatile @Nullable Ring next;

        private final int mask;
        private final @Nullable Object[] slots;

        /**
         * Whose turn a slot is: equal to a position's low bits, the producer of that position may fill it; one more, its
         * consumer may take it.
         */
        private final int[] turns;

        Ring(int capacity, long base) {
            this.base = base;
            this.mask = capacity - 1;
            this.slots = new Object[capacity];
            this.turns = new int[capacity];
            for (int i = 0; i < capacity; i++) {
                turns[i] = i;
            }
        }

        int capacity() {
            return mask + 1;
        }

        long offered() {
            return tail & ~CLOSED;
        }

        boolean isEmpty() {
            return head >= (tail & ~CLOSED);
        }

        /** False if the ring is closed, which it is when it is full. */
        boolean offer(Object element) {
            for (; ; ) {
                long position = tail;
                if (position < 0) {
                    return false;
                }
                int slot = (int) position & mask;
                int turn = (int) TURN.getAcquire(turns, slot) - (int) position;
                if (turn == 0) {
                    if (TAIL.compareAndSet(this, position, position + 1)) {
                        slots[slot] = element;
                        TURN.setRelease(turns, slot, (int) position + 1);
                        return true;
                    }
                    standBack();
                } else if (turn < 0) {
                    // The slot still holds an element of the lap before, or its consumer has not handed it on yet.
                    TAIL.compareAndSet(this, position, position | CLOSED);
                }
            }
        }

        @Nullable
        Object poll() {
            for (int spins = 0; ; ) {
                long position = head;
                int slot = (int) position & mask;
                int turn = (int) TURN.getAcquire(turns, slot) - ((int) position + 1);
                if (turn == 0) {
                    if (HEAD.compareAndSet(this, position, position + 1)) {
                        Object element = slots[slot];
                        slots[slot] = null;
                        TURN.setRelease(turns, slot, (int) position + mask + 1);
                        return element;
                    }
                    standBack();
                } else if (turn < 0) {
                    if (position >= (tail & ~CLOSED)) {
                        return null;
                    }
                    pauseForProducer(++spins);
                }
            }
        }

        @Nullable
        Object peek() {
            long position = head;
            int slot = (int) position & mask;
            return (int) TURN.getAcquire(turns, slot) == (int) position + 1 ? slots[slot] : null;
        }

        /**
         * Another thread was faster. While two take turns on an index, and on the slots beside each other, every turn moves
         * cache lines between their cores; so one lets the other go ahead for as long as a hundred turns take without that.
         */
        private static void standBack() {
            for (int i = 0; i < PAUSES_TO_STAND_BACK; i++) {
                Thread.onSpinWait();
            }
        }

        /** A producer has won the slot but not filled it; it needs some nanoseconds, or its core back. */
        @SuppressWarnings("ThreadPriorityCheck") // a spin that lets the producer run if it shares the core
        private static void pauseForProducer(int spins) {
            if (spins % SPINS_BEFORE_YIELD == 0) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
