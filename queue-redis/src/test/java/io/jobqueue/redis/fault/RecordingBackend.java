package io.jobqueue.redis.fault;

import io.jobqueue.QueueFullException;
import io.jobqueue.redis.fault.Event.Kind;
import io.jobqueue.spi.Claim;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.EnqueueResult;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Another backend, and a journal of what was asked of it and what it answered. */
final class RecordingBackend extends WrappedBackend {

    private final String node;
    private final Journal journal;
    private final Duration lease;

    RecordingBackend(JobBackend backend, String node, Journal journal, Duration lease) {
        super(backend);
        this.node = node;
        this.journal = journal;
        this.lease = lease;
    }

    @Override
    public List<EnqueueResult> enqueue(List<NewJob> jobs) {
        long sent = System.nanoTime();
        jobs.forEach(job -> note(Kind.OFFERED, sent, job.record().id(), "", ""));
        try {
            List<EnqueueResult> results = backend.enqueue(jobs);
            for (int i = 0; i < results.size(); i++) {
                boolean accepted = results.get(i) == EnqueueResult.ACCEPTED;
                note(
                        accepted ? Kind.ACCEPTED : Kind.DUPLICATE,
                        sent,
                        jobs.get(i).record().id(),
                        "",
                        "");
            }
            return results;
        } catch (QueueFullException full) {
            jobs.forEach(job -> note(Kind.REFUSED, sent, job.record().id(), "", ""));
            throw full;
        } catch (RuntimeException e) {
            jobs.forEach(job -> note(Kind.IN_DOUBT, sent, job.record().id(), "", "ENQUEUE"));
            throw e;
        }
    }

    @Override
    public List<ClaimedJob> claim(int max, Duration wait) throws InterruptedException {
        long sent = System.nanoTime();
        List<ClaimedJob> jobs = backend.claim(max, wait);
        jobs.forEach(job -> note(Kind.CLAIMED, sent, job.record().id(), job.token(), lease.toString()));
        return jobs;
    }

    @Override
    public List<SettleResult> settle(List<Settlement> settlements) {
        long sent = System.nanoTime();
        settlements.forEach(s -> note(Kind.SETTLING, sent, s.claim(), s.action().name()));
        try {
            List<SettleResult> results = backend.settle(settlements);
            IntStream.range(0, results.size()).forEach(i -> {
                boolean done = results.get(i) == SettleResult.OK;
                Settlement settlement = settlements.get(i);
                note(
                        done ? Kind.SETTLED : Kind.FENCED,
                        sent,
                        settlement.claim(),
                        settlement.action().name());
            });
            return results;
        } catch (RuntimeException e) {
            settlements.forEach(
                    s -> note(Kind.IN_DOUBT, sent, s.claim(), s.action().name()));
            throw e;
        }
    }

    @Override
    public List<SettleResult> extend(List<Claim> claims) {
        long sent = System.nanoTime();
        claims.forEach(claim -> note(Kind.EXTENDING, sent, claim, ""));
        try {
            List<SettleResult> results = backend.extend(claims);
            IntStream.range(0, results.size())
                    .forEach(i -> note(
                            results.get(i) == SettleResult.OK ? Kind.EXTENDED : Kind.FENCED,
                            sent,
                            claims.get(i),
                            "EXTEND"));
            return results;
        } catch (RuntimeException e) {
            claims.forEach(claim -> note(Kind.IN_DOUBT, sent, claim, "EXTEND"));
            throw e;
        }
    }

    private void note(Kind kind, long sent, Claim claim, String detail) {
        note(kind, sent, claim.jobId(), claim.token(), detail);
    }

    private void note(Kind kind, long sent, String id, String token, String detail) {
        journal.add(new Event(kind, sent, System.nanoTime(), node, id, token, detail));
    }
}
