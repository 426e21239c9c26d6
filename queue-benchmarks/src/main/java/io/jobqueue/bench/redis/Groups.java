package io.jobqueue.bench.redis;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Group;
import io.jobqueue.bench.run.Params;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The line-ups of the suite. */
final class Groups {

    static final String FLOW = "flow";
    static final String ENQUEUE = "enqueue";
    static final String LATENCY = "latency";
    static final String BACKLOG = "backlog";

    private static final List<Figure> FLOW_FIGURES =
            List.of(Figure.JOBS_PER_SECOND, Costs.SERVER_CPU, Costs.CLIENT_CPU, Costs.READS, Flow.DUPLICATES);
    private static final List<Figure> ENQUEUE_FIGURES =
            List.of(Figure.JOBS_PER_SECOND, Costs.SERVER_CPU, Costs.CLIENT_CPU, Costs.READS, EnqueueOnly.MEMORY);
    private static final List<Figure> LATENCY_FIGURES = List.of(IdleLatency.P50, IdleLatency.P99, IdleLatency.P999);

    /** The groups that the {@link Acceptance} looks at. */
    static final Group FULL_LOAD = flow(0, 100, 100, 1, Persistence.NONE, 25_000, RedisSubjects.MAIN);

    static final Group FULL_LOAD_EVERYSEC =
            flow(0, 100, 100, 1, Persistence.EVERYSEC, 25_000, RedisSubjects.OURS_AND_LUA);
    static final Group BATCHES = batches(100, 100, 25_000, RedisSubjects.OURS_AND_LUA);
    static final Group MANY_ENQUEUE = enqueue(100, Persistence.NONE, 40_000, RedisSubjects.OURS_AND_LUA);
    static final Group LATENCY_WITHIN = latency(false, Persistence.NONE, 1_000, RedisSubjects.OURS_AND_LIST);
    static final Group LATENCY_ACROSS = latency(true, Persistence.NONE, 1_000, RedisSubjects.OURS_AND_LIST);

    private Groups() {}

    static List<Group> quick() {
        List<String> ours = RedisSubjects.OURS_AND_LUA;
        return List.of(
                FULL_LOAD,
                BATCHES,
                flow(1, 100, 100, 1, Persistence.NONE, 25_000, ours),
                flow(0, 10, 1, 1, Persistence.NONE, 3_000, ours),
                enqueue(1, Persistence.NONE, 3_000, ours),
                MANY_ENQUEUE,
                LATENCY_WITHIN,
                LATENCY_ACROSS,
                FULL_LOAD_EVERYSEC);
    }

    static List<Group> all() {
        List<Group> groups = new ArrayList<>();
        groups.add(batches(100, 100, 100_000, RedisSubjects.OURS_AND_LUA));
        for (Persistence persistence : Persistence.values()) {
            for (int sleep : new int[] {0, 1}) {
                groups.addAll(flows(sleep, persistence));
            }
            groups.add(enqueue(1, persistence, 10_000, RedisSubjects.ALL_NAMES));
            groups.add(enqueue(100, persistence, 100_000, RedisSubjects.ALL_NAMES));
            groups.add(latency(false, persistence, 10_000, RedisSubjects.ALL_NAMES));
            groups.add(latency(true, persistence, 10_000, RedisSubjects.ALL_NAMES));
        }
        for (int backlog = 1_000; backlog <= 1_000_000; backlog *= 10) {
            groups.add(backlog(backlog));
        }
        return groups;
    }

    /** Everything without persistence; with it, one instance and the ends of the range. */
    private static List<Group> flows(int sleep, Persistence persistence) {
        List<Group> groups = new ArrayList<>();
        boolean whole = persistence == Persistence.NONE;
        for (int instances : whole ? new int[] {1, 4} : new int[] {1}) {
            for (int workers : whole ? new int[] {10, 100, 1_000} : new int[] {10, 100}) {
                for (int producers : new int[] {1, 100}) {
                    int jobs = producers == 1 ? 10_000 : workers == 10 && sleep > 0 ? 20_000 : 100_000;
                    groups.add(flow(sleep, workers, producers, instances, persistence, jobs, RedisSubjects.ALL_NAMES));
                }
            }
        }
        return groups;
    }

    private static Group flow(
            int sleep,
            int workers,
            int producers,
            int instances,
            Persistence persistence,
            int jobs,
            List<String> subjects) {
        String name = (sleep == 0 ? "no-op, " : "Sleep" + sleep + "ms, ") + count(workers, "worker") + ", "
                + count(producers, "producer") + (instances == 1 ? "" : ", " + count(instances, "instance"));
        Params params = params(FLOW, persistence)
                .with("sleep", sleep)
                .with("workers", workers)
                .with("producers", producers)
                .with("instances", instances)
                .with("batch", 1)
                .with("jobs", jobs);
        return new Group(name + suffix(persistence), params, subjects, FLOW_FIGURES, true);
    }

    /** One producer that hands over many jobs in each call. */
    private static Group batches(int workers, int size, int jobs, List<String> subjects) {
        Params params = params(FLOW, Persistence.NONE)
                .with("sleep", 0)
                .with("workers", workers)
                .with("producers", 1)
                .with("instances", 1)
                .with("batch", size)
                .with("jobs", jobs);
        String name = "no-op, " + count(workers, "worker") + ", batches of " + size;
        return new Group(name, params, subjects, FLOW_FIGURES, true);
    }

    private static Group enqueue(int producers, Persistence persistence, int jobs, List<String> subjects) {
        Params params =
                params(ENQUEUE, persistence).with("producers", producers).with("jobs", jobs);
        String name = "enqueue only, " + count(producers, "producer") + suffix(persistence);
        return new Group(name, params, subjects, ENQUEUE_FIGURES, true);
    }

    private static Group latency(boolean across, Persistence persistence, int jobs, List<String> subjects) {
        Params params = params(LATENCY, persistence).with("across", across).with("jobs", jobs);
        String name = (across ? "latency, producer is another client" : "latency, producer has the workers")
                + suffix(persistence);
        return new Group(name, params, subjects, LATENCY_FIGURES, true);
    }

    private static Group backlog(int backlog) {
        Params params = params(BACKLOG, Persistence.NONE)
                .with("backlog", backlog)
                .with("workers", 100)
                .with("jobs", 50_000);
        String name = String.format(Locale.ROOT, "backlog of %,d jobs", backlog);
        return new Group(name, params, RedisSubjects.OURS_AND_BATCHES, FLOW_FIGURES, true);
    }

    private static Params params(String scenario, Persistence persistence) {
        return Params.none().with("scenario", scenario).with("persistence", persistence.label());
    }

    private static String suffix(Persistence persistence) {
        return persistence == Persistence.NONE ? "" : ", everysec";
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
