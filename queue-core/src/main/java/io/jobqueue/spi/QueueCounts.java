package io.jobqueue.spi;

import java.time.Duration;

/**
 * How many jobs a backend holds, by state.
 *
 * @param oldestAge how long the job at the head has been due; zero if none is waiting
 */
public record QueueCounts(long waiting, long delayed, long running, long dead, Duration oldestAge) {}
