package io.jobqueue.memory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Can a job be both run and cancelled, or settled by one who no longer holds it? */
public class MemoryJobStress {

    private static final class Job extends MemoryJob {}

    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "it runs")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "it was cancelled")
    @State
    public static class BeginAndRemove {
        private final Job job = new Job();

        @Actor
        public void worker(ZZ_Result r) {
            r.r1 = job.begin();
        }

        @Actor
        public void canceller(ZZ_Result r) {
            r.r2 = job.move(MemoryJob.WAITING, MemoryJob.GONE);
        }
    }

    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "settled in time")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "reclaimed first, the settlement is stale")
    @State
    public static class SettleAndReclaim {
        private final Job job = new Job();
        private final long claim;

        public SettleAndReclaim() {
            job.begin();
            claim = job.claimNumber();
        }

        @Actor
        public void holder(ZZ_Result r) {
            r.r1 = job.moveClaimed(claim, MemoryJob.GONE);
        }

        @Actor
        public void reclaimer(ZZ_Result r) {
            r.r2 = job.moveClaimed(claim, MemoryJob.WAITING) && job.begin();
        }
    }
}
