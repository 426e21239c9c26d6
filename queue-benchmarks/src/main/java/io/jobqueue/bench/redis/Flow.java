package io.jobqueue.bench.redis;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Sample;
import java.time.Duration;

/** Producers and workers at the same time, from the first job's submission until the server has forgotten the last. */
final class Flow {

    static final Figure DUPLICATES = Figure.lower("duplicates");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Flow() {}

    static Sample run(String subject, Params params) throws Exception {
        int instances = params.number("instances");
        int jobs = RedisSubjects.share(subject, params.number("jobs"));
        Ledger ledger = new Ledger(instances + jobs, params.number("sleep"));
        try (Server server = Server.of(params)) {
            server.clear();
            try (Clients clients = Clients.create(subject, server, instances, params.number("workers"), ledger)) {
                clients.warmUp(ledger);
                Costs costs = new Costs(server);
                if (params.number("batch") > 1) {
                    clients.produceBatches(instances, instances + jobs, params.number("batch"));
                } else {
                    clients.produce(instances, instances + jobs, params.number("producers"));
                }
                ledger.awaitAll(PATIENCE);
                clients.awaitSettled();
                Sample sample = costs.of(jobs);
                return sample.with(DUPLICATES, ledger.duplicates());
            } finally {
                server.clear();
            }
        }
    }
}
