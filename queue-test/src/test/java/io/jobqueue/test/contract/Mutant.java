package io.jobqueue.test.contract;

import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.Settlement;
import io.jobqueue.spi.Settlement.Action;
import io.jobqueue.test.contract.Mutants.EnqueueMutant;
import io.jobqueue.test.contract.Mutants.InspectionMutant;
import io.jobqueue.test.contract.Mutants.SettleMutant;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A way to break a backend, and a rule that must notice. */
enum Mutant {
    NO_FENCE_ON_SETTLE("settle_leaseRanOutAndSomebodyClaimed_leavesThatClaimAlone", Mutants.NoFenceOnSettle::new),
    NO_FENCE_ON_EXTEND("extend_leaseRanOutAndSomebodyClaimed_isStale", Mutants.NoFenceOnExtend::new),
    ONE_TOKEN_PER_JOB("claim_eachTime_hasATokenOfItsOwn", Mutants.OneTokenPerJob::new),
    RETRY_LOST("settle_retry_isClaimedAgainAsTheNextAttempt", Mutants.instead(Action.RETRY, Action.COMPLETE)),
    RETRY_AT_ONCE("settle_retryLater_isNotClaimedBefore", backend -> new SettleMutant(backend) {
        @Override
        Settlement change(Settlement s) {
            return s.action() == Action.RETRY
                    ? Settlement.retry(s.claim(), Duration.ZERO, s.reason(), s.error(), s.timeLeft())
                    : s;
        }
    }),
    RETRY_COUNTS_NO_ATTEMPT("settle_retryManyTimes_countsEachAttempt", Mutants.instead(Action.RETRY, Action.RELEASE)),
    RELEASE_COUNTS_AN_ATTEMPT(
            "settle_release_isClaimedAgainAsTheSameAttempt", Mutants.instead(Action.RELEASE, Action.RETRY)),
    DEAD_JOB_LOST("settle_bury_keepsReasonAndErrorForPeople", Mutants.instead(Action.BURY, Action.COMPLETE)),
    REASON_LOST("settle_retry_keepsReasonAndErrorForPeople", backend -> new SettleMutant(backend) {
        @Override
        Settlement change(Settlement s) {
            return new Settlement(s.claim(), s.action(), s.delay(), null, s.error(), s.timeLeft());
        }
    }),
    TIME_LEFT_LOST("settle_retryWithTimeLeft_subtractsTheTimeSince", backend -> new SettleMutant(backend) {
        @Override
        Settlement change(Settlement s) {
            return new Settlement(s.claim(), s.action(), s.delay(), s.reason(), s.error(), null);
        }
    }),
    ANSWERS_OUT_OF_ORDER("settle_mixedBatch_answersInOrderAndTreatsEachByItself", Mutants.AnswersOutOfOrder::new),
    DUPLICATE_ACCEPTED("enqueue_idThatIsWaiting_isDuplicate", Mutants.DuplicateAccepted::new),
    BATCH_STORED_IN_PART("enqueue_batchWithBrokenJob_storesNothingOfIt", Mutants.BatchStoredInPart::new),
    JOB_NOW_AND_THEN_LOST(
            "producersClaimerAndSettlers_atTheSameTime_completeEachJobOnce", Mutants.JobNowAndThenLost::new),
    DELAY_IGNORED("enqueue_delayed_isNotClaimedBefore", backend -> new EnqueueMutant(backend) {
        @Override
        NewJob change(NewJob job) {
            return new NewJob(job.record(), Duration.ZERO);
        }
    }),
    PAYLOAD_TAKEN_FOR_TEXT("record_payloadBytes_areKeptExactly", backend -> new EnqueueMutant(backend) {
        @Override
        NewJob change(NewJob job) {
            JobRecord r = job.record();
            byte[] text = r.payload() instanceof byte[] bytes
                    ? new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8)
                    : new byte[0];
            return new NewJob(JobRecord.of(r.id(), r.name(), text, r.contentType()), job.delay());
        }
    }),
    HEADERS_LOST("record_hostileHeaders_areKeptExactly", backend -> new EnqueueMutant(backend) {
        @Override
        NewJob change(NewJob job) {
            JobRecord r = job.record();
            return new NewJob(
                    new JobRecord(
                            r.id(),
                            r.name(),
                            r.payload(),
                            r.contentType(),
                            Map.of(),
                            r.timeout(),
                            r.attemptTimeout(),
                            r.maxRetries()),
                    job.delay());
        }
    }),
    ID_TRIMMED("record_idsThatLookAlike_areDifferentJobs", backend -> new EnqueueMutant(backend) {
        @Override
        NewJob change(NewJob job) {
            JobRecord r = job.record();
            return new NewJob(
                    new JobRecord(
                            r.id().strip(),
                            r.name(),
                            r.payload(),
                            r.contentType(),
                            r.headers(),
                            r.timeout(),
                            r.attemptTimeout(),
                            r.maxRetries()),
                    job.delay());
        }
    }),
    LAST_COMES_FIRST("claim_moreThanMax_takesTheOldestAndLeavesTheRest", Mutants.LastComesFirst::new),
    CLAIM_TAKES_MORE("claim_moreThanMax_takesTheOldestAndLeavesTheRest", Mutants.ClaimTakesMore::new),
    CRASH_COUNTS_AS_ATTEMPT("lease_ranOut_makesTheJobReadyAgain", Mutants.CrashCountsAsAttempt::new),
    LEASE_NEVER_ENDS("lease_ranOut_makesTheJobReadyAgain", Mutants.LeaseNeverEnds::new),
    EXTEND_DOES_NOTHING("extend_inTime_keepsTheLease", Mutants.ExtendDoesNothing::new),
    WAKEUP_LOST("wakeup_whileClaimWaits_endsTheWait", Mutants.WakeupLost::new),
    INTERRUPT_SWALLOWED("claim_interruptedWhileWaiting_throwsAndClaimsNothing", Mutants.InterruptSwallowed::new),
    CLAIM_HOLDS_UP_OTHERS("otherCalls_whileClaimWaits_areNotHeldUp", Mutants.ClaimHoldsUpOthers::new),
    COUNTS_FORGET_DELAYED("counts_jobsInEachState_areCountedByState", Mutants.CountsForgetDelayed::new),
    EVERY_PAGE_IS_THE_FIRST("list_pageAfterTheLast_isEmpty", Mutants.EveryPageIsTheFirst::new),
    CANCEL_SPARES_RUNNING("cancel_running_answersGoneToItsHolder", backend -> new InspectionMutant(backend) {
        @Override
        public boolean cancel(String id) {
            return stateOf(id) != JobState.RUNNING && inspected.cancel(id);
        }
    }),
    DELETE_TAKES_RUNNING("delete_running_isFalseAndLeavesTheClaim", backend -> new InspectionMutant(backend) {
        @Override
        public boolean delete(String id) {
            return inspected.delete(id) || inspected.cancel(id);
        }
    }),
    REQUEUE_TAKES_ALL("requeue_jobThatIsNotDead_isFalseAndChangesNothing", backend -> new InspectionMutant(backend) {
        @Override
        public boolean requeue(String id) {
            return inspected.requeue(id) || stateOf(id) != null;
        }
    }),
    PURGE_IGNORES_AGE("purge_dead_removesOnlyTheOldDead", backend -> new InspectionMutant(backend) {
        @Override
        public long purge(JobState state, Duration olderThan) {
            return inspected.purge(state, Duration.ZERO);
        }
    });

    private final String noticedBy;
    private final UnaryOperator<JobBackend> breaking;

    Mutant(String noticedBy, UnaryOperator<JobBackend> breaking) {
        this.noticedBy = noticedBy;
        this.breaking = breaking;
    }

    JobBackend breaks(JobBackend sound) {
        return breaking.apply(sound);
    }

    /** The name of a rule that must fail. */
    String noticedBy() {
        return noticedBy;
    }
}
