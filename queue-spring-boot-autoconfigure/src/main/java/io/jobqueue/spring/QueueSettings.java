package io.jobqueue.spring;

import io.jobqueue.JobQueueBuilder;
import io.jobqueue.WhenFull;
import io.jobqueue.retry.RetryPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the properties say about one queue: its own settings where it has them, else those of all queues, each with the
 * property it comes from. A {@link JobBackendFactory} reads here what is meant for it.
 */
public final class QueueSettings {

    private final String ownPrefix;
    private final @Nullable QueueProperties own;
    private final QueueProperties shared;

    public QueueSettings(String queue, JobQueueProperties properties) {
        this.ownPrefix = JobQueueProperties.PREFIX + ".queues." + queue + ".";
        this.own = properties.getQueues().get(queue);
        this.shared = properties;
    }

    /**
     * What the properties say about one setting; empty if they say nothing.
     *
     * @param key the property without its prefix, for messages
     */
    public <T> Optional<Setting<T>> find(String key, Function<QueueProperties, @Nullable T> getter) {
        if (own != null) {
            T value = getter.apply(own);
            if (value != null) {
                return Optional.of(new Setting<>(ownPrefix + key, value));
            }
        }
        T value = getter.apply(shared);
        return value == null
                ? Optional.empty()
                : Optional.of(new Setting<>(JobQueueProperties.PREFIX + "." + key, value));
    }

    void applyTo(JobQueueBuilder builder) {
        apply("worker-count", QueueProperties::getWorkerCount, builder::workerCount);
        apply("timeout", QueueProperties::getTimeout, builder::timeout);
        apply("attempt-timeout", QueueProperties::getAttemptTimeout, builder::attemptTimeout);
        apply("when-full", QueueProperties::getWhenFull, builder::whenFull);
        apply("block-timeout", QueueProperties::getBlockTimeout, builder::blockTimeout);
        apply("idle-timeout", QueueProperties::getIdleTimeout, builder::idleTimeout);
        apply("poll-interval", QueueProperties::getPollInterval, builder::pollInterval);
        apply("abandoned-limit", QueueProperties::getAbandonedLimit, builder::abandonedLimit);
        apply("virtual-threads", QueueProperties::getVirtualThreads, builder::virtualThreads);
        apply("copy-payloads", QueueProperties::getCopyPayloads, builder::copyPayloads);
        apply("max-recoveries", QueueProperties::getMaxRecoveries, builder::maxRecoveries);
        apply("shutdown.timeout", p -> p.getShutdown().getTimeout(), builder::drainTimeout);
        apply("shutdown.grace", p -> p.getShutdown().getGrace(), builder::drainGrace);
        applyUnprocessable(builder);
        builder.retry(retryPolicy());
    }

    /** Hands a setting over, if there is one; what the target refuses is reported with the property's name. */
    public <T> void apply(String key, Function<QueueProperties, @Nullable T> getter, Consumer<T> target) {
        find(key, getter).ifPresent(setting -> setting.applyTo(target));
    }

    private void applyUnprocessable(JobQueueBuilder builder) {
        Duration delay = Defaults.UNPROCESSABLE_DELAY;
        Duration age = Defaults.UNPROCESSABLE_AGE;
        Optional<Setting<Duration>> delaySetting =
                find("unprocessable.delay", p -> p.getUnprocessable().getDelay());
        Optional<Setting<Duration>> ageSetting =
                find("unprocessable.age", p -> p.getUnprocessable().getAge());
        delaySetting.ifPresent(setting -> setting.applyTo(value -> builder.unprocessable(value, age)));
        ageSetting.ifPresent(setting -> setting.applyTo(
                value -> builder.unprocessable(delaySetting.map(Setting::value).orElse(delay), value)));
    }

    RetryPolicy retryPolicy() {
        RetryPolicyBuilder retry = new RetryPolicyBuilder(RetryPolicy.none());
        apply("retry.max-retries", p -> p.getRetry().getMaxRetries(), retry::maxRetries);
        apply("retry.delay", p -> p.getRetry().getDelay(), retry::delay);
        apply("retry.multiplier", p -> p.getRetry().getMultiplier(), retry::multiplier);
        apply("retry.max-delay", p -> p.getRetry().getMaxDelay(), retry::maxDelay);
        apply("retry.jitter", p -> p.getRetry().getJitter(), retry::jitter);
        return retry.build();
    }

    Duration shutdownTimeout() {
        return value("shutdown.timeout", p -> p.getShutdown().getTimeout(), Defaults.SHUTDOWN_TIMEOUT);
    }

    Duration shutdownGrace() {
        return value("shutdown.grace", p -> p.getShutdown().getGrace(), Defaults.SHUTDOWN_GRACE);
    }

    boolean autoStartup() {
        return value("auto-startup", QueueProperties::getAutoStartup, true);
    }

    EnqueueInTransaction inTransaction() {
        return value("in-transaction", QueueProperties::getInTransaction, EnqueueInTransaction.AFTER_COMMIT);
    }

    boolean maySendingRunJobs() {
        return value("when-full", QueueProperties::getWhenFull, WhenFull.REJECT) == WhenFull.CALLER_RUNS;
    }

    Setting<Integer> capacity() {
        return find("capacity", QueueProperties::getCapacity)
                .orElseGet(() -> new Setting<>(JobQueueProperties.PREFIX + ".capacity", Defaults.CAPACITY));
    }

    Setting<String> backend() {
        return find("backend", QueueProperties::getBackend)
                .orElseGet(() -> new Setting<>(JobQueueProperties.PREFIX + ".backend", Defaults.BACKEND));
    }

    private <T> T value(String key, Function<QueueProperties, @Nullable T> getter, T fallback) {
        return find(key, getter).map(Setting::value).orElse(fallback);
    }

    /** What the core's builder begins with, where this module has to know it. */
    static final class Defaults {
        static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(25);
        static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(1);
        static final Duration UNPROCESSABLE_DELAY = Duration.ofSeconds(30);
        static final Duration UNPROCESSABLE_AGE = Duration.ofDays(1);
        static final String BACKEND = "memory";
        static final int CAPACITY = 0;

        private Defaults() {}
    }
}
