package io.jobqueue.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How the jobs of a queue are kept when its backend is Redis. The server is that of {@code spring.data.redis}. */
public class RedisProperties {

    /**
     * What the keys begin with, to keep several applications on one server apart.
     */
    private @Nullable String namespace;

    /**
     * How long a job stays claimed without a sign of life from its node. After a crash its jobs run again elsewhere when this time is over.
     */
    private @Nullable Duration lease;

    /**
     * How long a call waits for the answer of the server.
     */
    private @Nullable Duration commandTimeout;

    /**
     * How long dead jobs are kept.
     */
    private @Nullable Duration deadAge;

    /**
     * Maximum number of dead jobs that are kept. When one more dies the oldest goes.
     */
    private @Nullable Integer deadLimit;

    /**
     * Name of this node in the list of nodes. Defaults to the name of the machine.
     */
    private @Nullable String nodeName;

    /**
     * Name of the LettuceConnectionFactory bean, where there are several.
     */
    private @Nullable String connectionFactory;

    public @Nullable String getNamespace() {
        return namespace;
    }

    public void setNamespace(@Nullable String namespace) {
        this.namespace = namespace;
    }

    public @Nullable Duration getLease() {
        return lease;
    }

    public void setLease(@Nullable Duration lease) {
        this.lease = lease;
    }

    public @Nullable Duration getCommandTimeout() {
        return commandTimeout;
    }

    public void setCommandTimeout(@Nullable Duration commandTimeout) {
        this.commandTimeout = commandTimeout;
    }

    public @Nullable Duration getDeadAge() {
        return deadAge;
    }

    public void setDeadAge(@Nullable Duration deadAge) {
        this.deadAge = deadAge;
    }

    public @Nullable Integer getDeadLimit() {
        return deadLimit;
    }

    public void setDeadLimit(@Nullable Integer deadLimit) {
        this.deadLimit = deadLimit;
    }

    public @Nullable String getNodeName() {
        return nodeName;
    }

    public void setNodeName(@Nullable String nodeName) {
        this.nodeName = nodeName;
    }

    public @Nullable String getConnectionFactory() {
        return connectionFactory;
    }

    public void setConnectionFactory(@Nullable String connectionFactory) {
        this.connectionFactory = connectionFactory;
    }
}
