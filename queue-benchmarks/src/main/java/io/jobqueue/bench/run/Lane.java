package io.jobqueue.bench.run;

import java.util.concurrent.TimeoutException;

/** Where one subject runs one group's work again and again. Used by one thread. */
public interface Lane extends AutoCloseable {

    /**
     * Runs once.
     *
     * @throws TimeoutException if it took too long; the lane is of no use any more
     * @throws WrongResultException if the subject failed
     */
    Sample run() throws TimeoutException;

    @Override
    void close();

    /** Opens lanes. */
    @FunctionalInterface
    interface Opener {
        Lane open(Group group, String subject);
    }
}
