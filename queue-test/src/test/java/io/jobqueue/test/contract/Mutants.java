package io.jobqueue.test.contract;

import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.JobDetails;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.QueueCounts;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import io.jobqueue.spi.Settlement.Action;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The broken backends. */
final class Mutants {

    private Mutants() {}

    /** Does another thing than it was told. */
    static UnaryOperator<JobBackend> instead(Action told, Action done) {
        return backend -> new SettleMutant(backend) {
            @Override
            Settlement change(Settlement s) {
                Action action = s.action() == told ? done : s.action();
                return new Settlement(s.claim(), action, s.delay(), s.reason(), s.error(), s.timeLeft());
            }
        };
    }

    abstract static class SettleMutant extends ForwardingBackend {
        SettleMutant(JobBackend sound) {
            super(sound);
        }

        abstract Settlement change(Settlement settlement);

        @Override
        public List<SettleResult> settle(List<Settlement> settlements) {
            return sound.settle(settlements.stream().map(this::change).toList());
        }
    }

    abstract static class EnqueueMutant extends ForwardingBackend {
        EnqueueMutant(JobBackend sound) {
            super(sound);
        }

        abstract NewJob change(NewJob job);

        @Override
        public List<EnqueueResult> enqueue(List<NewJob> jobs) {
            return sound.enqueue(jobs.stream().map(this::change).toList());
        }
    }

    abstract static class InspectionMutant extends ForwardingBackend implements QueueInspection {
        protected final QueueInspection inspected;

        InspectionMutant(JobBackend sound) {
            super(sound);
            this.inspected = sound.inspection().orElseThrow();
        }

        @Override
        public Optional<QueueInspection> inspection() {
            return Optional.of(this);
        }

        @Nullable
        JobState stateOf(String id) {
            return find(id).map(JobDetails::state).orElse(null);
        }

        @Override
        public QueueCounts counts() {
            return inspected.counts();
        }

        @Override
        public List<JobDetails> list(JobState state, int limit, @Nullable String after) {
            return inspected.list(state, limit, after);
        }

        @Override
        public Optional<JobDetails> find(String id) {
            return inspected.find(id);
        }

        @Override
        public boolean requeue(String id) {
            return inspected.requeue(id);
        }

        @Override
        public boolean delete(String id) {
            return inspected.delete(id);
        }

        @Override
        public boolean cancel(String id) {
            return inspected.cancel(id);
        }

        @Override
        public long purge(JobState state, Duration olderThan) {
            return inspected.purge(state, olderThan);
        }
    }

    /** Knows the latest token of each job. */
    private static class TokenMutant extends ForwardingBackend {
        final Map<String, String> latest = new ConcurrentHashMap<>();

        TokenMutant(JobBackend sound) {
            super(sound);
        }

        @Override
        public List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException {
            List<ClaimedJob> jobs = sound.claim(max, wait);
            jobs.forEach(job -> latest.put(job.record().id(), job.token()));
            return jobs;
        }

        Claim current(Claim claim) {
            return new Claim(claim.jobId(), latest.getOrDefault(claim.jobId(), claim.token()));
        }

        Settlement current(Settlement s) {
            return new Settlement(current(s.claim()), s.action(), s.delay(), s.reason(), s.error(), s.timeLeft());
        }
    }

    static final class NoFenceOnSettle extends TokenMutant {
        NoFenceOnSettle(JobBackend sound) {
            super(sound);
        }

        @Override
        public List<SettleResult> settle(List<Settlement> settlements) {
            return sound.settle(settlements.stream().map(this::current).toList());
        }
    }

    static final class NoFenceOnExtend extends TokenMutant {
        NoFenceOnExtend(JobBackend sound) {
            super(sound);
        }

        @Override
        public List<SettleResult> extend(List<Claim> claims) {
            return sound.extend(claims.stream().map(this::current).toList());
        }
    }

    static final class OneTokenPerJob extends TokenMutant {
        OneTokenPerJob(JobBackend sound) {
            super(sound);
        }

        @Override
        public List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException {
            return super.claim(max, wait).stream()
                    .map(job -> new ClaimedJob(
                            job.record(),
                            "token",
                            job.attempt(),
                            job.recoveries(),
                            job.lease(),
                            job.waited(),
                            job.age(),
                            job.timeLeft()))
                    .toList();
        }

        @Override
        public List<SettleResult> settle(List<Settlement> settlements) {
            return sound.settle(settlements.stream().map(this::current).toList());
        }

        @Override
        public List<SettleResult> extend(List<Claim> claims) {
            return sound.extend(claims.stream().map(this::current).toList());
        }
    }

    static final class AnswersOutOfOrder extends ForwardingBackend {
        AnswersOutOfOrder(JobBackend sound) {
            super(sound);
        }

        @Override
        public List<SettleResult> settle(List<Settlement> settlements) {
            List<SettleResult> answers = new ArrayList<>(sound.settle(settlements));
            Collections.sort(answers);
            return answers;
        }
    }

    static final class DuplicateAccepted extends ForwardingBackend {
        DuplicateAccepted(JobBackend sound) {
            super(sound);
        }

        @Override
        public List<EnqueueResult> enqueue(List<NewJob> jobs) {
            sound.enqueue(jobs);
            return Collections.nCopies(jobs.size(), EnqueueResult.ACCEPTED);
        }
    }

    static final class BatchStoredInPart extends ForwardingBackend {
        BatchStoredInPart(JobBackend sound) {
            super(sound);
        }

        @Override
        public List<EnqueueResult> enqueue(List<NewJob> jobs) {
            List<EnqueueResult> answers = new ArrayList<>();
            for (NewJob job : jobs) {
                answers.addAll(sound.enqueue(Collections.singletonList(job)));
            }
            return answers;
        }
    }

    static final class JobNowAndThenLost extends ForwardingBackend {
        private final AtomicInteger enqueued = new AtomicInteger();

        JobNowAndThenLost(JobBackend sound) {
            super(sound);
        }

        @Override
        public List<EnqueueResult> enqueue(List<NewJob> jobs) {
            return enqueued.incrementAndGet() % 50 == 0
                    ? Collections.nCopies(jobs.size(), EnqueueResult.ACCEPTED)
                    : sound.enqueue(jobs);
        }
    }

    static final class LastComesFirst extends ForwardingBackend {
        LastComesFirst(JobBackend sound) {
            super(sound);
        }

        @Override
        public List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException {
            List<ClaimedJob> jobs = new ArrayList<>(sound.claim(max, wait));
            Collections.reverse(jobs);
            return jobs;
        }
    }

    static final class ClaimTakesMore extends ForwardingBackend {
        ClaimTakesMore(JobBackend sound) {
            super(sound);
        }

        @Override
        public List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException {
            return sound.claim(Math.max(max, 3), wait);
        }
    }

    static final class CrashCountsAsAttempt extends ForwardingBackend {
        CrashCountsAsAttempt(JobBackend sound) {
            super(sound);
        }

        @Override
        public List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException {
            return sound.claim(max, wait).stream()
                    .map(job -> new ClaimedJob(
                            job.record(),
                            job.token(),
                            job.attempt() + job.recoveries(),
                            job.recoveries(),
                            job.lease(),
                            job.waited(),
                            job.age(),
                            job.timeLeft()))
                    .toList();
        }
    }

    /** Keeps every lease by itself; see {@link BrokenBackendFixture#advance}. */
    static final class LeaseNeverEnds extends TokenMutant {
        LeaseNeverEnds(JobBackend sound) {
            super(sound);
        }

        void extendAll() {
            latest.forEach((id, token) -> sound.extend(List.of(new Claim(id, token))));
        }
    }

    static final class ExtendDoesNothing extends ForwardingBackend {
        ExtendDoesNothing(JobBackend sound) {
            super(sound);
        }

        @Override
        public List<SettleResult> extend(List<Claim> claims) {
            return Collections.nCopies(claims.size(), SettleResult.OK);
        }
    }

    static final class WakeupLost extends ForwardingBackend {
        WakeupLost(JobBackend sound) {
            super(sound);
        }

        @Override
        public void wakeup() {}
    }

    static final class InterruptSwallowed extends ForwardingBackend {
        InterruptSwallowed(JobBackend sound) {
            super(sound);
        }

        @Override
        public List<ClaimedJob> claim(int max, Duration wait) {
            try {
                return sound.claim(max, wait);
            } catch (InterruptedException swallowed) {
                return List.of();
            }
        }
    }

    static final class ClaimHoldsUpOthers extends ForwardingBackend {
        ClaimHoldsUpOthers(JobBackend sound) {
            super(sound);
        }

        @Override
        public synchronized List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException {
            return sound.claim(max, wait);
        }

        @Override
        public synchronized List<SettleResult> settle(List<Settlement> settlements) {
            return sound.settle(settlements);
        }
    }

    static final class CountsForgetDelayed extends InspectionMutant {
        CountsForgetDelayed(JobBackend sound) {
            super(sound);
        }

        @Override
        public QueueCounts counts() {
            QueueCounts counts = inspected.counts();
            return new QueueCounts(counts.waiting(), 0, counts.running(), counts.dead(), counts.oldestAge());
        }
    }

    static final class EveryPageIsTheFirst extends InspectionMutant {
        private final AtomicInteger pages = new AtomicInteger();

        EveryPageIsTheFirst(JobBackend sound) {
            super(sound);
        }

        @Override
        public List<JobDetails> list(JobState state, int limit, @Nullable String after) {
            // An end after some pages, for loops that look for an empty one.
            return pages.incrementAndGet() > 100 ? List.of() : inspected.list(state, limit, null);
        }
    }
}
