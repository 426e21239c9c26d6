package io.jobqueue.memory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Does the ring lose, double or reorder elements, above all while it is closed and the next one is linked? */
public class ReadyRingStress {

    private static int value(Object element) {
        return element == null ? 0 : (Integer) element;
    }

    private static int drain(ReadyRing ring) {
        int sum = 0;
        for (Object element = ring.poll(); element != null; element = ring.poll()) {
            sum = sum * 10 + value(element);
        }
        return sum;
    }

    /** Two producers fill a ring of two that holds one element: both end up in the chain, behind the first. */
    @JCStressTest
    @Outcome(id = {"123, 0", "132, 0"}, expect = Expect.ACCEPTABLE)
    @State
    public static class TwoProducersAtTheEdge {
        private final ReadyRing ring = new ReadyRing(2);

        public TwoProducersAtTheEdge() {
            ring.offer(1);
        }

        @Actor
        public void one() {
            ring.offer(2);
        }

        @Actor
        public void other() {
            ring.offer(3);
        }

        @Arbiter
        public void after(II_Result r) {
            r.r1 = drain(ring);
            r.r2 = (int) ring.size();
        }
    }

    /** A consumer empties a full ring while the producer closes it and links the next: each element once, in order. */
    @JCStressTest
    @Outcome(id = {"1, 2, 3"}, expect = Expect.ACCEPTABLE)
    @State
    public static class ConsumerAtTheEdge {
        private final ReadyRing ring = new ReadyRing(2);

        public ConsumerAtTheEdge() {
            ring.offer(1);
            ring.offer(2);
        }

        @Actor
        public void producer() {
            ring.offer(3);
        }

        @Actor
        public void consumer(III_Result r) {
            r.r1 = value(ring.poll());
            r.r2 = value(ring.poll());
        }

        @Arbiter
        public void after(III_Result r) {
            r.r3 = drain(ring);
        }
    }

    /** Two consumers leave an emptied ring for the next: each element once, in order. */
    @JCStressTest
    @Outcome(id = {"2, 3, 0", "3, 2, 0"}, expect = Expect.ACCEPTABLE)
    @State
    public static class ConsumersAtTheEdge {
        private final ReadyRing ring = new ReadyRing(2);

        public ConsumersAtTheEdge() {
            ring.offer(1);
            ring.offer(2);
            ring.offer(3);
            ring.poll();
        }

        @Actor
        public void one(III_Result r) {
            r.r1 = value(ring.poll());
        }

        @Actor
        public void other(III_Result r) {
            r.r2 = value(ring.poll());
        }

        @Arbiter
        public void after(III_Result r) {
            r.r3 = drain(ring);
        }
    }

    /** A consumer that finds nothing was there before the producer; none finds a hole. */
    @JCStressTest
    @Outcome(id = {"0, 12", "1, 2"}, expect = Expect.ACCEPTABLE)
    @State
    public static class OfferAndPoll {
        private final ReadyRing ring = new ReadyRing(2);

        @Actor
        public void producer() {
            ring.offer(1);
            ring.offer(2);
        }

        @Actor
        public void consumer(II_Result r) {
            r.r1 = value(ring.poll());
        }

        @Arbiter
        public void after(II_Result r) {
            r.r2 = drain(ring);
        }
    }
}
