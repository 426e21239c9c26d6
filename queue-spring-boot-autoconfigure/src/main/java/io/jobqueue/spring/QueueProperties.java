package io.jobqueue.spring;

import io.jobqueue.WhenFull;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/** Settings of a queue that can be given for all queues and for a single one. */
public class QueueProperties {

    /**
     * Maximum number of jobs that run at once. Defaults to the number of processors.
     */
    private @Nullable Integer workerCount;

    /**
     * Limit over all attempts of a job and the delays between them. Zero means none.
     */
    private @Nullable Duration timeout;

    /**
     * Limit of each attempt of a job. Zero means none.
     */
    private @Nullable Duration attemptTimeout;

    /**
     * Maximum number of jobs that wait. Zero means any number.
     */
    private @Nullable Integer capacity;

    /**
     * What enqueuing does when the queue is full.
     */
    private @Nullable WhenFull whenFull;

    /**
     * How long enqueuing waits for room when when-full is block.
     */
    private @Nullable Duration blockTimeout;

    /**
     * How long a worker's thread lives without work.
     */
    private @Nullable Duration idleTimeout;

    /**
     * How long a claim of a storing backend waits before it looks again.
     */
    private @Nullable Duration pollInterval;

    /**
     * Maximum number of threads that are still in a handler whose job has ended, before no new job starts. Zero stands for four times the worker count, at least 16.
     */
    private @Nullable Integer abandonedLimit;

    /**
     * Whether handlers run on virtual threads. Defaults to spring.threads.virtual.enabled.
     */
    private @Nullable Boolean virtualThreads;

    /**
     * Whether payloads are sent through the codec in memory, too, as a storing backend would.
     */
    private @Nullable Boolean copyPayloads;

    /**
     * Where waiting jobs live.
     */
    private @Nullable String backend;

    /**
     * When messages that are enqueued in a Spring transaction are sent to a storing backend.
     */
    private @Nullable EnqueueInTransaction inTransaction;

    /**
     * Whether the queue starts with the application.
     */
    private @Nullable Boolean autoStartup;

    /**
     * How often a job may be taken over after a crash before it is dead.
     */
    private @Nullable Integer maxRecoveries;

    private final Retry retry = new Retry();

    @NestedConfigurationProperty
    private final RedisProperties redis = new RedisProperties();

    private final Unprocessable unprocessable = new Unprocessable();

    private final Shutdown shutdown;

    public QueueProperties() {
        this(new Shutdown());
    }

    QueueProperties(Shutdown shutdown) {
        this.shutdown = shutdown;
    }

    /** Lets a queue be named in configuration without any settings: {@code job-queue.queues.thumbnails=}. */
    public static QueueProperties valueOf(String text) {
        if (!text.isBlank()) {
            throw new IllegalArgumentException("'" + text + "' stands where the settings of a queue belong");
        }
        return new QueueProperties();
    }

    public @Nullable Integer getWorkerCount() {
        return workerCount;
    }

    public void setWorkerCount(@Nullable Integer workerCount) {
        this.workerCount = workerCount;
    }

    public @Nullable Duration getTimeout() {
        return timeout;
    }

    public void setTimeout(@Nullable Duration timeout) {
        this.timeout = timeout;
    }

    public @Nullable Duration getAttemptTimeout() {
        return attemptTimeout;
    }

    public void setAttemptTimeout(@Nullable Duration attemptTimeout) {
        this.attemptTimeout = attemptTimeout;
    }

    public @Nullable Integer getCapacity() {
        return capacity;
    }

    public void setCapacity(@Nullable Integer capacity) {
        this.capacity = capacity;
    }

    public @Nullable WhenFull getWhenFull() {
        return whenFull;
    }

    public void setWhenFull(@Nullable WhenFull whenFull) {
        this.whenFull = whenFull;
    }

    public @Nullable Duration getBlockTimeout() {
        return blockTimeout;
    }

    public void setBlockTimeout(@Nullable Duration blockTimeout) {
        this.blockTimeout = blockTimeout;
    }

    public @Nullable Duration getIdleTimeout() {
        return idleTimeout;
    }

    public void setIdleTimeout(@Nullable Duration idleTimeout) {
        this.idleTimeout = idleTimeout;
    }

    public @Nullable Duration getPollInterval() {
        return pollInterval;
    }

    public void setPollInterval(@Nullable Duration pollInterval) {
        this.pollInterval = pollInterval;
    }

    public @Nullable Integer getAbandonedLimit() {
        return abandonedLimit;
    }

    public void setAbandonedLimit(@Nullable Integer abandonedLimit) {
        this.abandonedLimit = abandonedLimit;
    }

    public @Nullable Boolean getVirtualThreads() {
        return virtualThreads;
    }

    public void setVirtualThreads(@Nullable Boolean virtualThreads) {
        this.virtualThreads = virtualThreads;
    }

    public @Nullable Boolean getCopyPayloads() {
        return copyPayloads;
    }

    public void setCopyPayloads(@Nullable Boolean copyPayloads) {
        this.copyPayloads = copyPayloads;
    }

    public @Nullable String getBackend() {
        return backend;
    }

    public void setBackend(@Nullable String backend) {
        this.backend = backend;
    }

    public @Nullable EnqueueInTransaction getInTransaction() {
        return inTransaction;
    }

    public void setInTransaction(@Nullable EnqueueInTransaction inTransaction) {
        this.inTransaction = inTransaction;
    }

    public @Nullable Boolean getAutoStartup() {
        return autoStartup;
    }

    public void setAutoStartup(@Nullable Boolean autoStartup) {
        this.autoStartup = autoStartup;
    }

    public @Nullable Integer getMaxRecoveries() {
        return maxRecoveries;
    }

    public void setMaxRecoveries(@Nullable Integer maxRecoveries) {
        this.maxRecoveries = maxRecoveries;
    }

    public Retry getRetry() {
        return retry;
    }

    public RedisProperties getRedis() {
        return redis;
    }

    public Unprocessable getUnprocessable() {
        return unprocessable;
    }

    public Shutdown getShutdown() {
        return shutdown;
    }

    /** How failed attempts are repeated. */
    public static class Retry {

        /**
         * How many extra attempts follow a failed one.
         */
        private @Nullable Integer maxRetries;

        /**
         * Delay before the first retry.
         */
        private @Nullable Duration delay;

        /**
         * Factor from one delay to the next. One means a fixed delay.
         */
        private @Nullable Double multiplier;

        /**
         * Longest delay.
         */
        private @Nullable Duration maxDelay;

        /**
         * Random part of each delay, from 0 to 1.
         */
        private @Nullable Double jitter;

        public @Nullable Integer getMaxRetries() {
            return maxRetries;
        }

        public void setMaxRetries(@Nullable Integer maxRetries) {
            this.maxRetries = maxRetries;
        }

        public @Nullable Duration getDelay() {
            return delay;
        }

        public void setDelay(@Nullable Duration delay) {
            this.delay = delay;
        }

        public @Nullable Double getMultiplier() {
            return multiplier;
        }

        public void setMultiplier(@Nullable Double multiplier) {
            this.multiplier = multiplier;
        }

        public @Nullable Duration getMaxDelay() {
            return maxDelay;
        }

        public void setMaxDelay(@Nullable Duration maxDelay) {
            this.maxDelay = maxDelay;
        }

        public @Nullable Double getJitter() {
            return jitter;
        }

        public void setJitter(@Nullable Double jitter) {
            this.jitter = jitter;
        }
    }

    /** What happens to jobs whose name nobody knows here, or whose payload cannot be read. */
    public static class Unprocessable {

        /**
         * How long a job that cannot be processed here is released for.
         */
        private @Nullable Duration delay;

        /**
         * Age at which a job that cannot be processed becomes dead.
         */
        private @Nullable Duration age;

        public @Nullable Duration getDelay() {
            return delay;
        }

        public void setDelay(@Nullable Duration delay) {
            this.delay = delay;
        }

        public @Nullable Duration getAge() {
            return age;
        }

        public void setAge(@Nullable Duration age) {
            this.age = age;
        }
    }

    /** How the queue ends. */
    public static class Shutdown {

        /**
         * How long jobs may go on before they are interrupted. Together with the grace period it must be shorter than spring.lifecycle.timeout-per-shutdown-phase.
         */
        private @Nullable Duration timeout;

        /**
         * How long jobs may react to their interrupt before they are given up.
         */
        private @Nullable Duration grace;

        public @Nullable Duration getTimeout() {
            return timeout;
        }

        public void setTimeout(@Nullable Duration timeout) {
            this.timeout = timeout;
        }

        public @Nullable Duration getGrace() {
            return grace;
        }

        public void setGrace(@Nullable Duration grace) {
            this.grace = grace;
        }
    }
}
