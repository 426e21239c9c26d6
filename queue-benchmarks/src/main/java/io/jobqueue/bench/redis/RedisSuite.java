package io.jobqueue.bench.redis;

import io.jobqueue.bench.run.Group;
import io.jobqueue.bench.run.GroupResult;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Plan;
import io.jobqueue.bench.run.Sample;
import io.jobqueue.bench.run.Suite;
import io.jobqueue.bench.run.Surroundings;
import java.time.Duration;
import java.util.List;

/** Jobs of 200 bytes through a Redis server on this machine, against hand-written limits and Redisson. */
public final class RedisSuite implements Suite {

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public String about() {
        return "jobs through Redis: jobs/s, latency, server CPU, memory, backlog; needs redis-server";
    }

    /**
     * Until about a hundred thousand jobs have passed, half of what a client spends is its compiler's. The heap does not shrink
     * between the runs, or each of them would begin with collections that make it grow.
     */
    @Override
    public Plan plan(boolean quick, int javaVersion) {
        return quick
                ? Plan.of(5, 5, Duration.ofSeconds(30), "-Xms512m", "-Xmx1g")
                : Plan.of(2, 5, Duration.ofMinutes(3), "-Xms1g", "-Xmx2g");
    }

    @Override
    public List<Group> groups(boolean quick, int javaVersion) {
        return quick ? Groups.quick() : Groups.all();
    }

    @Override
    public Surroundings surroundings() {
        Servers servers = Servers.start();
        System.out.println(RedisBenchmarkTool.table(servers.port(Persistence.NONE)));
        return servers;
    }

    @Override
    public String verdict(List<GroupResult> results) {
        return Acceptance.table(results);
    }

    @Override
    public Sample run(String subject, Params params) throws Exception {
        return switch (params.text("scenario")) {
            case Groups.FLOW -> Flow.run(subject, params);
            case Groups.ENQUEUE -> EnqueueOnly.run(subject, params);
            case Groups.LATENCY -> IdleLatency.run(subject, params);
            case Groups.BACKLOG -> Backlog.run(subject, params);
            default -> throw new IllegalArgumentException("scenario: '" + params.text("scenario") + "' is unknown");
        };
    }
}
