package io.jobqueue.internal;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Can an attempt have two results, or somebody end an attempt other than the one that was meant? */
public class AttemptStress {

    /** The handler returns while its time is over: exactly one wins. */
    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the handler won")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "the watchdog won")
    @State
    public static class ReturnAndTimeout {
        private final Attempt attempt = new Attempt();
        private final long ticket = attempt.open(this, Attempt.NO_DEADLINE);

        @Actor
        public void worker(ZZ_Result r) {
            r.r1 = attempt.close(ticket);
        }

        @Actor
        public void watchdog(ZZ_Result r) {
            r.r2 = attempt.take(ticket);
        }
    }

    /** Its time is over while somebody cancels it, and the handler returns right after either: exactly one wins. */
    @JCStressTest
    @Outcome(id = "true, false, false", expect = Expect.ACCEPTABLE, desc = "the watchdog won")
    @Outcome(id = "false, true, false", expect = Expect.ACCEPTABLE, desc = "the canceller won")
    @Outcome(id = "false, false, true", expect = Expect.ACCEPTABLE, desc = "the handler won")
    @State
    public static class TimeoutCancelAndReturn {
        private final Attempt attempt = new Attempt();
        private final long ticket = attempt.open(this, Attempt.NO_DEADLINE);

        @Actor
        public void watchdog(ZZZ_Result r) {
            r.r1 = attempt.take(ticket);
        }

        @Actor
        public void cancellerThenWorker(ZZZ_Result r) {
            r.r2 = attempt.take(ticket);
            r.r3 = attempt.close(ticket);
        }
    }

    /** The worker goes on to its next job while somebody still wants to end the last one: the next is never hit. */
    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the first ended by itself, the second is open")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "the first was taken, there is no second")
    @State
    public static class NextAttempt {
        private final Attempt attempt = new Attempt();
        private final long first = attempt.open("first", Attempt.NO_DEADLINE);

        @Actor
        public void worker(ZZ_Result r) {
            r.r1 = attempt.close(first) && attempt.isOpen(attempt.open("second", Attempt.NO_DEADLINE));
        }

        @Actor
        public void watchdog(ZZ_Result r) {
            r.r2 = attempt.take(first);
        }
    }

    /** Who finds an attempt open and then wins it, has read what runs in it, not what ran before or will run after. */
    @JCStressTest
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "it won, and what it read was right")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "it did not win")
    @State
    public static class WorkOfTicket {
        private final Attempt attempt = new Attempt();
        private final long first = attempt.open("first", Attempt.NO_DEADLINE);

        @Actor
        public void worker() {
            if (attempt.close(first)) {
                attempt.open("second", Attempt.NO_DEADLINE);
            }
        }

        @Actor
        public void watchdog(ZZ_Result r) {
            long ticket = attempt.openTicket();
            Object work = attempt.work();
            r.r1 = ticket != 0 && attempt.take(ticket);
            r.r2 = !r.r1 || work == (ticket == first ? "first" : "second");
        }
    }
}
