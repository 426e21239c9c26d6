package io.jobqueue.internal;

import io.jobqueue.memory.MemoryJobs;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Can a job wait while every worker sleeps? */
public class WakeUpStress {

    /** A producer offers a job while a worker goes to sleep: at least one of them sees the other. */
    @JCStressTest
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "both see each other")
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the producer sees the sleeper")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "the sleeper sees the job")
    @Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "the wake-up is lost")
    @State
    public static class SleeperAndProducer {
        private final WorkerTable table = new WorkerTable(new Counters());
        private final IdleWorkers idle = new IdleWorkers(table);
        private final MemoryJobs ready = new MemoryJobs(System::nanoTime, 0);
        private final Worker worker = new Worker(null, false);

        public SleeperAndProducer() {
            table.add(worker);
        }

        @Actor
        public void producer(ZZ_Result r) {
            ready.offer(this);
            r.r1 = !idle.isEmpty();
        }

        @Actor
        public void sleeper(ZZ_Result r) {
            idle.push(worker);
            r.r2 = !ready.isEmpty();
        }
    }

    /** Work is published and the signal raised while the waiter lowers it and looks: it sees the work, or is raised again. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "seen, and raised again")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "seen, raised before it was lowered")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "not seen, but raised again")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "neither seen nor raised")
    @State
    public static class SignalKept {
        private final Signal signal = new Signal();
        private volatile int work;

        public SignalKept() {
            signal.raise();
        }

        @Actor
        public void raiser() {
            work = 1;
            signal.raise();
        }

        @Actor
        public void waiter(II_Result r) {
            signal.lower();
            r.r1 = work;
        }

        @Arbiter
        public void after(II_Result r) {
            r.r2 = signal.isRaised() ? 1 : 0;
        }
    }

    /** Two wake the only idle worker: one gets it. */
    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE)
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE)
    @State
    public static class OneSleeper {
        private final WorkerTable table = new WorkerTable(new Counters());
        private final IdleWorkers idle = new IdleWorkers(table);

        public OneSleeper() {
            Worker worker = new Worker(null, false);
            table.add(worker);
            idle.push(worker);
        }

        @Actor
        public void one(ZZ_Result r) {
            r.r1 = idle.pop() != null;
        }

        @Actor
        public void other(ZZ_Result r) {
            r.r2 = idle.pop() != null;
        }
    }
}
