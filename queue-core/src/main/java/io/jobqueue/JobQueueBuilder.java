package io.jobqueue;

import io.jobqueue.event.JobListener;
import io.jobqueue.event.JobMetrics;
import io.jobqueue.internal.DefaultJobQueue;
import io.jobqueue.internal.QueueSettings;
import io.jobqueue.internal.Threads;
import io.jobqueue.memory.MemoryBackend;
import io.jobqueue.retry.RetryPolicy;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.PayloadCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects the settings of a queue. Every method checks its argument at once and throws {@link IllegalArgumentException}
 * naming the setting and the value. Not thread-safe.
 */
public final class JobQueueBuilder {

    /** The largest worker count; far more than any machine can hold. */
    static final int MAX_WORKERS = (1 << 24) - 1;

    private final String name;
    private int workerCount = Runtime.getRuntime().availableProcessors();
    private Duration timeout = Duration.ofMinutes(60);
    private Duration attemptTimeout = Duration.ZERO;
    private RetryPolicy retry = RetryPolicy.none();
    private int capacity; // 0 is unbounded
    private WhenFull whenFull = WhenFull.REJECT;
    private Duration blockTimeout = Duration.ofSeconds(10);
    private Duration idleTimeout = Duration.ofSeconds(60);
    private Duration pollInterval = Duration.ofSeconds(1);
    private int abandonedLimit; // 0 is derived from the worker count
    private Duration drainTimeout = Duration.ofSeconds(25);
    private Duration drainGrace = Duration.ofSeconds(1);
    private int maxRecoveries = 3;
    private Duration unprocessableDelay = Duration.ofSeconds(30);
    private Duration unprocessableAge = Duration.ofDays(1);
    private boolean copyPayloads;
    private boolean virtualThreads;
    private @Nullable PayloadCodec codec;
    private @Nullable JobMetrics metrics;
    private @Nullable ThreadFactory threadFactory;
    private @Nullable JobBackend backend;
    private EnqueueTiming enqueueTiming = (jobs, send) -> send.accept(jobs);
    private LongSupplier nanoClock = System::nanoTime;
    private final List<JobInterceptor> interceptors = new ArrayList<>();
    private final List<JobListener> listeners = new ArrayList<>();
    private final List<JobDefinition> definitions = new ArrayList<>();

    JobQueueBuilder(String name) {
        this.name = Names.requireQueueName(name);
    }

    /** How many jobs may run at once; 0 to start later by {@link JobQueue#updateWorkerCount}. Default: the processors. */
    public JobQueueBuilder workerCount(int workerCount) {
        this.workerCount = requireRange("worker-count", workerCount, 0, MAX_WORKERS);
        return this;
    }

    /** Limit over all attempts of a job and the delays between them; null or zero for none. Default: 60 minutes. */
    public JobQueueBuilder timeout(@Nullable Duration timeout) {
        this.timeout = timeout == null ? Duration.ZERO : Durations.requireNotNegative("timeout", timeout);
        return this;
    }

    /** Limit of each attempt; null or zero for none, which is the default. */
    public JobQueueBuilder attemptTimeout(@Nullable Duration attemptTimeout) {
        this.attemptTimeout = attemptTimeout == null
                ? Duration.ZERO
                : Durations.requireNotNegative("attempt-timeout", attemptTimeout);
        return this;
    }

    /** Default: no retries. */
    public JobQueueBuilder retry(RetryPolicy retry) {
        this.retry = Objects.requireNonNull(retry, "retry");
        return this;
    }

    /**
     * How many jobs may wait; 0 for any number, which is the default. Retries of accepted jobs always find room. Memory
     * backend only; a storing backend bounds its queue itself, and {@link #whenFull} says what happens when it refuses.
     */
    public JobQueueBuilder capacity(int capacity) {
        this.capacity = requireRange("capacity", capacity, 0, Integer.MAX_VALUE);
        return this;
    }

    /** Default: {@link WhenFull#REJECT}. */
    public JobQueueBuilder whenFull(WhenFull whenFull) {
        this.whenFull = Objects.requireNonNull(whenFull, "whenFull");
        return this;
    }

    /** How long {@link WhenFull#BLOCK} waits for room. Default: 10 seconds. */
    public JobQueueBuilder blockTimeout(Duration blockTimeout) {
        this.blockTimeout = Durations.requirePositive("block-timeout", blockTimeout);
        return this;
    }

    /** After how long without work a worker's thread ends. Default: 60 seconds. */
    public JobQueueBuilder idleTimeout(Duration idleTimeout) {
        this.idleTimeout = Durations.requirePositive("idle-timeout", idleTimeout);
        return this;
    }

    /** How long a claim of a storing backend waits before it looks again. Default: 1 second. */
    public JobQueueBuilder pollInterval(Duration pollInterval) {
        this.pollInterval = Durations.requirePositive("poll-interval", pollInterval);
        return this;
    }

    /**
     * How many threads may be abandoned, that is, still in a handler whose job has ended, before no new job starts. 0, the
     * default, stands for 4 × the worker count, at least 16.
     */
    public JobQueueBuilder abandonedLimit(int abandonedLimit) {
        this.abandonedLimit = requireRange("abandoned-limit", abandonedLimit, 0, Integer.MAX_VALUE);
        return this;
    }

    /** The time limit of {@link JobQueue#close()}. Default: 25 seconds. */
    public JobQueueBuilder drainTimeout(Duration drainTimeout) {
        this.drainTimeout = Durations.requireNotNegative("drain-timeout", drainTimeout);
        return this;
    }

    /** How long jobs may react to their interrupt at the time limit of a shutdown. Default: 1 second. */
    public JobQueueBuilder drainGrace(Duration drainGrace) {
        this.drainGrace = Durations.requireNotNegative("drain-grace", drainGrace);
        return this;
    }

    /** How often a job may be taken over after a crash before it is dead. Default: 3. */
    public JobQueueBuilder maxRecoveries(int maxRecoveries) {
        this.maxRecoveries = requireRange("max-recoveries", maxRecoveries, 0, Integer.MAX_VALUE);
        return this;
    }

    /**
     * A job with an unknown name or an unreadable payload is released for {@code delay} and becomes dead when it is older
     * than {@code age}. Default: 30 seconds and 1 day.
     */
    public JobQueueBuilder unprocessable(Duration delay, Duration age) {
        this.unprocessableDelay = Durations.requirePositive("unprocessable-delay", delay);
        this.unprocessableAge = Durations.requireNotNegative("unprocessable-age", age);
        return this;
    }

    /** Runs handlers on virtual threads. Throws {@link UnsupportedOperationException} before Java 21. Default: false. */
    public JobQueueBuilder virtualThreads(boolean virtualThreads) {
        if (virtualThreads && !Threads.virtualSupported()) {
            throw new UnsupportedOperationException("virtual-threads: true needs Java 21 or newer, this is Java "
                    + Runtime.version() + "; set it to false");
        }
        this.virtualThreads = virtualThreads;
        return this;
    }

    /** Makes the workers' threads instead of the built-in factories; the queue still names them. */
    public JobQueueBuilder threadFactory(ThreadFactory threadFactory) {
        this.threadFactory = Objects.requireNonNull(threadFactory, "threadFactory");
        return this;
    }

    /** Where waiting jobs live. The queue closes it. Default: memory. */
    public JobQueueBuilder backend(JobBackend backend) {
        this.backend = Objects.requireNonNull(backend, "backend");
        return this;
    }

    /** When messages are sent to a storing backend. Default: at once. */
    public JobQueueBuilder enqueueTiming(EnqueueTiming enqueueTiming) {
        this.enqueueTiming = Objects.requireNonNull(enqueueTiming, "enqueueTiming");
        return this;
    }

    /** Turns payloads into bytes; needed by storing backends and by {@link #copyPayloads}. */
    public JobQueueBuilder codec(PayloadCodec codec) {
        this.codec = Objects.requireNonNull(codec, "codec");
        return this;
    }

    /** Sends payloads through the codec in memory, too, as a storing backend would. Default: false. */
    public JobQueueBuilder copyPayloads(boolean copyPayloads) {
        this.copyPayloads = copyPayloads;
        return this;
    }

    /** Counts and times jobs. Default: none, which costs nothing. */
    public JobQueueBuilder metrics(JobMetrics metrics) {
        this.metrics = Objects.requireNonNull(metrics, "metrics");
        return this;
    }

    /** Adds an interceptor inside those added before. */
    public JobQueueBuilder interceptor(JobInterceptor interceptor) {
        this.interceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
        return this;
    }

    public JobQueueBuilder listener(JobListener listener) {
        this.listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /** Adds a processor; more can be added to the queue by {@link JobQueue#register}. */
    public JobQueueBuilder job(JobDefinition definition) {
        this.definitions.add(Objects.requireNonNull(definition, "definition"));
        return this;
    }

    /** Like {@link #job} with the queue's own options. */
    public <T> JobQueueBuilder processor(String name, Class<T> payloadType, JobProcessor<? super T> processor) {
        return job(JobDefinition.of(name, payloadType, processor));
    }

    /** The clock of delays and timeouts, in nanoseconds like {@link System#nanoTime()}, which is the default. */
    public JobQueueBuilder nanoClock(LongSupplier nanoClock) {
        this.nanoClock = Objects.requireNonNull(nanoClock, "nanoClock");
        return this;
    }

    /**
     * Builds the queue. It does not run before {@link JobQueue#start()}.
     *
     * @throws IllegalArgumentException if settings do not fit each other, or two definitions have one name
     */
    public JobQueue build() {
        JobBackend used = backend == null ? new MemoryBackend(nanoClock, MemoryBackend.DEFAULT_DEAD_LIMIT) : backend;
        if (codec == null && (used.isStoring() || copyPayloads)) {
            throw new IllegalArgumentException("codec: none, but "
                    + (copyPayloads ? "copy-payloads is set" : "the backend stores payloads") + "; set a codec");
        }
        if (used.isStoring() && capacity > 0) {
            throw new IllegalArgumentException("capacity: " + capacity
                    + " is for the memory backend; bound the queue of a storing backend by the backend's own setting");
        }
        requireDistinctNames();
        DefaultJobQueue queue = new DefaultJobQueue(settings(used));
        definitions.forEach(queue::register);
        listeners.forEach(queue::addListener);
        return queue;
    }

    private QueueSettings settings(JobBackend used) {
        return new QueueSettings(
                name,
                workerCount,
                timeout,
                attemptTimeout,
                retry,
                capacity,
                whenFull,
                blockTimeout,
                idleTimeout,
                pollInterval,
                abandonedLimit,
                drainTimeout,
                drainGrace,
                maxRecoveries,
                unprocessableDelay,
                unprocessableAge,
                copyPayloads,
                codec,
                metrics,
                List.copyOf(interceptors),
                Threads.platformFactory(),
                workerThreads(),
                nanoClock,
                enqueueTiming,
                used);
    }

    private ThreadFactory workerThreads() {
        if (threadFactory != null) {
            return threadFactory;
        }
        return virtualThreads ? Threads.virtualFactory() : Threads.platformFactory();
    }

    private void requireDistinctNames() {
        Set<String> names = new HashSet<>();
        for (JobDefinition definition : definitions) {
            if (!names.add(definition.name())) {
                throw new IllegalArgumentException("job name: two processors of queue '" + name + "' are named '"
                        + definition.name() + "'; a name has one processor, rename one of them");
            }
        }
    }

    private static int requireRange(String setting, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(setting + ": " + value + " must be between " + min + " and " + max);
        }
        return value;
    }
}
