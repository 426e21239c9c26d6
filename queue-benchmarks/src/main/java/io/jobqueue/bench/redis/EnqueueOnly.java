package io.jobqueue.bench.redis;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Sample;
import io.jobqueue.bench.run.WrongResultException;

/** Producers alone, and what the jobs take up that wait then. */
final class EnqueueOnly {

    static final Figure MEMORY = Figure.lower("bytes/waiting job");

    private EnqueueOnly() {}

    static Sample run(String subject, Params params) throws Exception {
        int jobs = RedisSubjects.share(subject, params.number("jobs"));
        Ledger ledger = new Ledger(1, 0);
        try (Server server = Server.of(params)) {
            server.clear();
            try (Clients clients = Clients.create(subject, server, 1, 0, ledger)) {
                clients.produce(0, 1, 1); // connects
                double memory = server.dataMemory();
                Costs costs = new Costs(server);
                clients.produce(1, jobs + 1, params.number("producers"));
                Sample sample = costs.of(jobs);
                if (clients.first().kept() != jobs + 1) {
                    throw new WrongResultException("of " + (jobs + 1) + " jobs the server keeps "
                            + clients.first().kept());
                }
                return sample.with(MEMORY, (server.dataMemory() - memory) / jobs);
            } finally {
                server.clear();
            }
        }
    }
}
