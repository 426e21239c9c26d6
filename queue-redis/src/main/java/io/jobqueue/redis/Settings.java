package io.jobqueue.redis;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/** The settings of a backend, checked by its builder. */
record Settings(
        String namespace,
        String queue,
        Duration lease,
        int capacity,
        Duration deadAge,
        int deadLimit,
        Duration commandTimeout,
        String host) {

    private static final Duration LEAST_NODE_AGE = Duration.ofSeconds(60);

    /** After how long without a sign of life a node is no longer listed. */
    Duration nodeAge() {
        Duration leases = lease.multipliedBy(2);
        return leases.compareTo(LEAST_NODE_AGE) > 0 ? leases : LEAST_NODE_AGE;
    }

    static String localHost() {
        try {
            return InetAddress.getLocalHost().getHostName().replaceAll("[^\\w.-]", "-");
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
