package io.jobqueue.bench.redis;

import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The flow while a given number of jobs wait all the time: each job that has run is replaced by a new one. */
final class Backlog {

    private static final int BATCH = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private Backlog() {}

    static Sample run(String subject, Params params) throws Exception {
        int backlog = params.number("backlog");
        int jobs = params.number("jobs");
        Ledger ledger = new Ledger(backlog + jobs, 0);
        try (Server server = Server.of(params)) {
            server.clear();
            try (Clients producer = Clients.create(subject, server, 1, 0, ledger)) {
                enqueue(producer.first(), 0, backlog);
                try (Clients consumer = Clients.create(subject, server, 1, params.number("workers"), ledger)) {
                    Sample sample = replaceWhatRuns(producer.first(), ledger, backlog, server);
                    ledger.awaitAll(PATIENCE);
                    consumer.awaitSettled();
                    return sample.with(Flow.DUPLICATES, ledger.duplicates());
                }
            } finally {
                server.clear();
            }
        }
    }

    /** The sample is of the jobs that ran while the backlog was whole. */
    private static Sample replaceWhatRuns(RedisSubject producer, Ledger ledger, int backlog, Server server)
            throws Exception {
        Costs costs = new Costs(server);
        for (int next = backlog; next < ledger.jobs(); ) {
            int missing = ledger.ran() - (next - backlog);
            if (missing < Math.min(BATCH, ledger.jobs() - next)) {
                LockSupport.parkNanos(LOOK_NANOS);
                continue;
            }
            int to = Math.min(next + missing, ledger.jobs());
            enqueue(producer, next, to);
            next = to;
        }
        return costs.of(ledger.ran());
    }

    private static void enqueue(RedisSubject producer, int from, int to) throws Exception {
        for (int next = from; next < to; ) {
            List<byte[]> batch = new ArrayList<>();
            for (; next < to && batch.size() < BATCH; next++) {
                batch.add(Ledger.payload(next));
            }
            producer.enqueueAll(batch);
        }
    }
}
