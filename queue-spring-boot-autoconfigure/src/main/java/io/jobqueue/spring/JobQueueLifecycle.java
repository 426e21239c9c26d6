package io.jobqueue.spring;

import io.jobqueue.DrainReport;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.support.AbstractApplicationContext;

/**
 * Starts and ends the queues of one context with it. When the context closes, they are drained; when it is paused or
 * stopped, they stop and keep their backlog. The container calls it on one thread at a time; the waiting happens on one
 * thread per queue, because the container limits only what it is called back for.
 */
final class JobQueueLifecycle implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(JobQueueLifecycle.class);
    private static final String PHASE_TIMEOUT = "spring.lifecycle.timeout-per-shutdown-phase";
    private static final Duration BOOT_PHASE_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration FRAMEWORK_PHASE_TIMEOUT = Duration.ofSeconds(10);

    private final ConfigurableApplicationContext context;
    private final JobQueues queues;
    private final JobQueueProperties properties;
    private volatile List<JobQueue> managed = List.of();
    private final Set<String> resumable = ConcurrentHashMap.newKeySet();
    private volatile CompletableFuture<Void> stopping = CompletableFuture.completedFuture(null);

    JobQueueLifecycle(ConfigurableApplicationContext context, JobQueues queues, JobQueueProperties properties) {
        this.context = context;
        this.queues = queues;
        this.properties = properties;
    }

    @Override
    public int getPhase() {
        return properties.getShutdown().getPhase();
    }

    @Override
    public boolean isRunning() {
        for (JobQueue queue : managed) {
            if (isStarted(queue)) {
                return true;
            }
        }
        return false;
    }

    /** Starts the queues that start by themselves, and those that ran when this was last stopped. */
    @Override
    public void start() {
        List<JobQueue> all = new ArrayList<>();
        queues.forEach(all::add);
        managed = List.copyOf(all);
        awaitLastStop();
        warnIfPhaseIsTooShort();
        for (JobQueue queue : managed) {
            boolean wanted = resumable.contains(queue.name()) || settings(queue).autoStartup();
            if (wanted && queue.state() != QueueState.CLOSED) {
                queue.start();
            }
        }
        resumable.clear();
    }

    @Override
    public void stop() {
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        stop(() -> stopped.complete(null));
        stopped.join();
    }

    @Override
    public void stop(Runnable callback) {
        boolean closing = context.isClosed();
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (JobQueue queue : managed) {
            if (isStarted(queue)) {
                resumable.add(queue.name());
                ends.add(onOwnThread(queue.name() + "-shutdown", () -> end(queue, closing)));
            }
        }
        stopping = CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                .whenComplete((done, error) -> callback.run());
    }

    private void end(JobQueue queue, boolean closing) {
        if (closing) {
            queue.close();
            return;
        }
        DrainReport report = queue.stop(settings(queue).shutdownTimeout());
        log.debug("Queue '{}' stopped: {}", queue.name(), report);
    }

    private static boolean isStarted(JobQueue queue) {
        QueueState state = queue.state();
        return state == QueueState.RUNNING || state == QueueState.PAUSED || state == QueueState.STOPPING;
    }

    private QueueSettings settings(JobQueue queue) {
        return new QueueSettings(queue.name(), properties);
    }

    private static CompletableFuture<Void> onOwnThread(String name, Runnable action) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        action.run();
                    } catch (RuntimeException | Error e) {
                        log.error("Stopping failed on thread {}", name, e);
                    } finally {
                        end.complete(null);
                    }
                },
                name);
        thread.start();
        return end;
    }

    /** The container may have given up waiting for a stop that is still under way. */
    private void awaitLastStop() {
        try {
            stopping.get(longestShutdown().plusSeconds(1).toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException e) {
            log.warn("Queues are being started although they have not stopped yet", e);
        }
    }

    private void warnIfPhaseIsTooShort() {
        Duration phase = phaseTimeout();
        Duration longest = longestShutdown();
        if (longest.compareTo(phase) >= 0) {
            log.warn(
                    "job-queue.shutdown.timeout and job-queue.shutdown.grace are {} together, but the context waits {} for"
                            + " a phase of its shutdown: jobs may be cut off. Set {} to more than {}, or shorten them.",
                    longest,
                    phase,
                    PHASE_TIMEOUT,
                    longest);
        }
    }

    private Duration longestShutdown() {
        Duration longest = Duration.ZERO;
        for (JobQueue queue : managed) {
            QueueSettings settings = settings(queue);
            Duration shutdown = settings.shutdownTimeout().plus(settings.shutdownGrace());
            longest = shutdown.compareTo(longest) > 0 ? shutdown : longest;
        }
        return longest;
    }

    private Duration phaseTimeout() {
        ConfigurableListableBeanFactory beans = context.getBeanFactory();
        if (!beans.containsBeanDefinition(AbstractApplicationContext.LIFECYCLE_PROCESSOR_BEAN_NAME)) {
            return FRAMEWORK_PHASE_TIMEOUT;
        }
        String text = context.getEnvironment().getProperty(PHASE_TIMEOUT);
        return text == null ? BOOT_PHASE_TIMEOUT : DurationStyle.detectAndParse(text);
    }
}
