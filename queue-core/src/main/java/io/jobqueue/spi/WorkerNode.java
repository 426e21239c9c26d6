package io.jobqueue.spi;

import java.time.Duration;

/**
 * A node that takes jobs of a shared queue.
 *
 * @param id unique for each start of a node
 * @param host where it runs, for people to read
 * @param lastSeen how long ago it called, by the backend's clock
 * @param running how many jobs it has claimed
 */
public record WorkerNode(String id, String host, Duration lastSeen, long running) {}
