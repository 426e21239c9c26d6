package io.jobqueue.bench.redis;

import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Surroundings;
import java.util.EnumMap;
import java.util.Map;

/** One server of each {@link Persistence} for a whole run of the suite. */
final class Servers implements Surroundings {

    private final Map<Persistence, ServerProcess> servers = new EnumMap<>(Persistence.class);

    private Servers() {}

    static Servers start() {
        Servers started = new Servers();
        for (Persistence persistence : Persistence.values()) {
            started.servers.put(persistence, ServerProcess.start(persistence));
        }
        return started;
    }

    int port(Persistence persistence) {
        ServerProcess server = servers.get(persistence);
        if (server == null) {
            throw new IllegalStateException("no server with persistence " + persistence);
        }
        return server.port();
    }

    @Override
    public Params params() {
        Params params = Params.none();
        for (Persistence persistence : Persistence.values()) {
            params = params.with(persistence.portParam(), port(persistence));
        }
        return params;
    }

    @Override
    public void close() {
        servers.values().forEach(ServerProcess::close);
    }
}
