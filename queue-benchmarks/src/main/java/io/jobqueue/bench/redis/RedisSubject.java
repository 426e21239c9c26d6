package io.jobqueue.bench.redis;

import io.lettuce.core.RedisURI;
import java.util.List;

/** One client of a queue in Redis: takes jobs from any thread, and runs jobs if it was told to. */
interface RedisSubject extends AutoCloseable {

    /** Returns when the server has the job. */
    void enqueue(byte[] payload) throws Exception;

    /** Returns when the server has all of them. */
    default void enqueueAll(List<byte[]> payloads) throws Exception {
        for (byte[] payload : payloads) {
            enqueue(payload);
        }
    }

    /** How many jobs of the queue the server keeps, waiting or claimed: 0 when all have been settled. */
    long kept() throws Exception;

    /** Releases threads and connections; leaves on the server what is there. */
    @Override
    void close() throws Exception;

    /**
     * How a client is to be.
     *
     * @param uri the server
     * @param workers how many jobs it runs at once; 0 to run none
     * @param job what a worker does with a payload
     */
    record Setup(RedisURI uri, int workers, Job job) {}

    /** What a job does. Called by several threads. */
    @FunctionalInterface
    interface Job {
        void run(byte[] payload) throws InterruptedException;
    }

    /** Makes clients of one kind. */
    @FunctionalInterface
    interface Factory {
        RedisSubject create(Setup setup) throws Exception;
    }
}
