package io.jobqueue.internal;

import io.jobqueue.memory.MemoryJobs;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Can there be more workers than the limit, or can a shrink end the wrong number of them? */
public class SlotsStress {

    private static Slots open(int limit, int alive) {
        Slots slots = new Slots(limit);
        slots.clear(Slots.HALTED);
        for (int i = 0; i < alive; i++) {
            slots.reserve();
        }
        return slots;
    }

    /** Two ask for the last slot. */
    @JCStressTest
    @Outcome(id = "true, false, 2", expect = Expect.ACCEPTABLE)
    @Outcome(id = "false, true, 2", expect = Expect.ACCEPTABLE)
    @State
    public static class LastSlot {
        private final Slots slots = open(2, 1);

        @Actor
        public void one(ZZI_Result r) {
            r.r1 = slots.reserve();
        }

        @Actor
        public void other(ZZI_Result r) {
            r.r2 = slots.reserve();
        }

        @Arbiter
        public void after(ZZI_Result r) {
            r.r3 = slots.alive();
        }
    }

    /** The limit falls by one, and both workers notice at once: one of them goes. */
    @JCStressTest
    @Outcome(id = "true, false, 1", expect = Expect.ACCEPTABLE)
    @Outcome(id = "false, true, 1", expect = Expect.ACCEPTABLE)
    @State
    public static class Shrink {
        private final Slots slots = open(2, 2);

        public Shrink() {
            slots.limit(1);
        }

        @Actor
        public void one(ZZI_Result r) {
            r.r1 = slots.retireSurplus();
        }

        @Actor
        public void other(ZZI_Result r) {
            r.r2 = slots.retireSurplus();
        }

        @Arbiter
        public void after(ZZI_Result r) {
            r.r3 = slots.alive();
        }
    }

    /** Resizes, a growing and a dying worker at once: nothing is miscounted, and "open" agrees with the numbers. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE)
    @State
    public static class Storm {
        private final Slots slots = open(3, 2);

        @Actor
        public void growAndDie() {
            if (slots.reserve()) {
                slots.release();
            }
            slots.release();
        }

        @Actor
        public void resize() {
            slots.limit(0);
            slots.limit(5);
        }

        @Arbiter
        public void after(I_Result r) {
            r.r1 = slots.limit() == 5 && slots.alive() == 1 && slots.isOpen() ? 0 : 1;
        }
    }

    /** A job that was enqueued after the worker count was set to 0 is not started by a worker that was awake. */
    @JCStressTest
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "not seen")
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "not seen, and closed")
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "seen, and put back")
    @Outcome(id = "true, true", expect = Expect.FORBIDDEN, desc = "it would run")
    @State
    public static class NothingStartsAfterShrink {
        private final Slots slots = open(1, 1);
        private final MemoryJobs ready = new MemoryJobs(System::nanoTime, 0);

        @Actor
        public void user() {
            slots.limit(0);
            ready.offer(this);
        }

        @Actor
        public void worker(ZZ_Result r) {
            r.r1 = ready.poll() != null;
            r.r2 = slots.isOpen();
        }
    }
}
