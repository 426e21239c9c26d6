package io.jobqueue.bench.redis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All clients by name. */
final class RedisSubjects {

    static final String JOBQUEUE = "jobqueue";
    static final String LUA_BATCH = "lua-batch";
    static final String STREAM_BATCH = "stream-batch";
    static final String LIST = "blocking-list";
    static final String REDISSON_QUEUE = "redisson-queue";
    static final String REDISSON_EXECUTOR = "redisson-executor";

    /** How many times fewer jobs a slow subject runs, so that all take about as long. Rates are what is compared. */
    private static final Map<String, Integer> SLOWNESS = Map.of(LIST, 3, REDISSON_QUEUE, 4, REDISSON_EXECUTOR, 20);

    private static final Map<String, RedisSubject.Factory> ALL = all();

    static final List<String> ALL_NAMES = List.copyOf(ALL.keySet());
    static final List<String> MAIN = List.of(JOBQUEUE, LUA_BATCH, STREAM_BATCH, LIST, REDISSON_QUEUE);
    static final List<String> OURS_AND_BATCHES = List.of(JOBQUEUE, LUA_BATCH, STREAM_BATCH);
    static final List<String> OURS_AND_LUA = List.of(JOBQUEUE, LUA_BATCH);
    static final List<String> OURS_AND_LIST = List.of(JOBQUEUE, LIST);

    private RedisSubjects() {}

    static RedisSubject create(String name, RedisSubject.Setup setup) throws Exception {
        RedisSubject.Factory factory = ALL.get(name);
        if (factory == null) {
            throw new IllegalArgumentException("subject: '" + name + "' is not one of " + ALL.keySet());
        }
        return factory.create(setup);
    }

    /** How many of a group's jobs a subject runs. */
    static int share(String name, int jobs) {
        return Math.max(1, jobs / SLOWNESS.getOrDefault(name, 1));
    }

    private static Map<String, RedisSubject.Factory> all() {
        Map<String, RedisSubject.Factory> all = new LinkedHashMap<>();
        all.put(JOBQUEUE, JobQueueSubject::new);
        all.put(LUA_BATCH, LuaBatchSubject::new);
        all.put(STREAM_BATCH, StreamSubject::new);
        all.put(LIST, ListSubject::new);
        all.put(REDISSON_QUEUE, RedissonSubjects.Queue::new);
        all.put(REDISSON_EXECUTOR, RedissonSubjects.Executor::new);
        return all;
    }
}
