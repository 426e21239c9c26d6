package io.jobqueue.bench.subject;

/** Something that runs jobs on other threads. Any thread may execute; one closes. */
public interface Subject extends AutoCloseable {

    void execute(Runnable job) throws Exception;

    /** Returns when all jobs have run and the threads are gone or on their way out. */
    @Override
    void close() throws Exception;

    /** Builds a subject, ready to run. */
    @FunctionalInterface
    interface Factory {
        Subject create(Setup setup) throws Exception;
    }
}
