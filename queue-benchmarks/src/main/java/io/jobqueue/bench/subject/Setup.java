package io.jobqueue.bench.subject;

/**
 * What a subject is built for.
 *
 * @param workers how many jobs may run at once
 * @param threads on which threads
 * @param capacity how many jobs may wait, for subjects that need a bound
 */
public record Setup(int workers, ThreadKind threads, int capacity) {

    public static Setup of(int workers, ThreadKind threads) {
        return new Setup(workers, threads, 1 << 16);
    }
}
