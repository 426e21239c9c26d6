package io.jobqueue.spring;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The properties {@code job-queue.*}. What stands directly under the prefix holds for all queues; {@code
 * job-queue.queues.<name>.*} overrides it for one.
 */
@ConfigurationProperties(JobQueueProperties.PREFIX)
public class JobQueueProperties extends QueueProperties {

    /** The prefix of all properties. */
    public static final String PREFIX = "job-queue";

    /** After the web server has stopped, before executors and connections do. */
    static final int DEFAULT_PHASE = Integer.MAX_VALUE - 3072;

    /**
     * Whether JobQueue is configured at all.
     */
    private boolean enabled = true;

    /**
     * Name of the default queue.
     */
    private String name = "default";

    /**
     * Whether the queue, id, name and attempt of a message are put into the MDC while it runs, and the queue for tasks.
     */
    private boolean mdc = true;

    /**
     * Whether jobs are observed. Unless set, they are if anything but meters learns of observations, a tracer for example.
     */
    private @Nullable Boolean observations;

    /**
     * Further queues by name, with what is different from the settings of all queues.
     */
    private final Map<String, QueueProperties> queues = new LinkedHashMap<>();

    public JobQueueProperties() {
        super(new ContextShutdown());
    }

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public boolean isMdc() {
        return mdc;
    }

    public void setMdc(boolean mdc) {
        this.mdc = mdc;
    }

    public @Nullable Boolean getObservations() {
        return observations;
    }

    public void setObservations(@Nullable Boolean observations) {
        this.observations = observations;
    }

    public Map<String, QueueProperties> getQueues() {
        return queues;
    }

    @Override
    public ContextShutdown getShutdown() {
        return (ContextShutdown) super.getShutdown();
    }

    /** How the queues end together with their application context. */
    public static class ContextShutdown extends Shutdown {

        /**
         * Lifecycle phase in which all queues stop, from high to low.
         */
        private int phase = DEFAULT_PHASE;

        public int getPhase() {
            return phase;
        }

        public void setPhase(int phase) {
            this.phase = phase;
        }
    }
}
