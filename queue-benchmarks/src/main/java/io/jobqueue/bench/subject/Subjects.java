package io.jobqueue.bench.subject;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;

/** All subjects by name. */
public final class Subjects {

    public static final String JOBQUEUE = "jobqueue";
    /** Always on platform threads, whatever the group says. */
    public static final String JOBQUEUE_PLATFORM = "jobqueue-platform";
    /** Told of every completed job. */
    public static final String JOBQUEUE_LISTENER = "jobqueue-listener";

    /** {@code ThreadPoolExecutor}, fixed, with a {@code LinkedBlockingQueue}, on the group's kind of threads. */
    public static final String FIXED_POOL = "fixed-pool";
    /** The same on platform threads, whatever the group says. */
    public static final String PLATFORM_POOL = "platform-pool";

    public static final String FORK_JOIN = "fork-join";
    /** As many threads as processors, for jobs that do not block: never more at once than was asked for. */
    public static final String FORK_JOIN_CORES = "fork-join-cores";

    public static final String SPRING_POOL = "spring-pool";
    public static final String SPRING_ASYNC = "spring-async";
    public static final String VIRTUAL_SEMAPHORE = "virtual-semaphore";
    /** Bare threads that loop on an {@code ArrayBlockingQueue}: no futures, no numbers, no life cycle. */
    public static final String ARRAY_QUEUE_LOOP = "array-queue-loop";

    public static final String DISRUPTOR = "disruptor";

    private static final Map<String, Subject.Factory> ALL = all();

    private Subjects() {}

    public static Subject create(String name, Setup setup) throws Exception {
        Subject.Factory factory = ALL.get(name);
        if (factory == null) {
            throw new IllegalArgumentException("subject: '" + name + "' is not one of " + ALL.keySet());
        }
        return factory.create(setup);
    }

    private static Map<String, Subject.Factory> all() {
        Map<String, Subject.Factory> all = new LinkedHashMap<>();
        all.put(JOBQUEUE, JobQueueSubject::plain);
        all.put(JOBQUEUE_PLATFORM, setup -> JobQueueSubject.plain(onPlatform(setup)));
        all.put(JOBQUEUE_LISTENER, JobQueueSubject::listened);
        all.put(FIXED_POOL, ExecutorSubject::fixedPool);
        all.put(PLATFORM_POOL, setup -> ExecutorSubject.fixedPool(onPlatform(setup)));
        all.put(FORK_JOIN, setup -> new ExecutorSubject(new ForkJoinPool(setup.workers())));
        all.put(FORK_JOIN_CORES, setup -> new ExecutorSubject(new ForkJoinPool(cores(setup))));
        all.put(SPRING_POOL, SpringPoolSubject::new);
        all.put(SPRING_ASYNC, SpringAsyncSubject::new);
        all.put(VIRTUAL_SEMAPHORE, SemaphoreSubject::new);
        all.put(ARRAY_QUEUE_LOOP, ArrayQueueLoop::new);
        all.put(DISRUPTOR, setup -> new DisruptorSubject());
        return all;
    }

    private static Setup onPlatform(Setup setup) {
        return new Setup(setup.workers(), ThreadKind.PLATFORM, setup.capacity());
    }

    private static int cores(Setup setup) {
        return Math.min(setup.workers(), Runtime.getRuntime().availableProcessors());
    }
}
