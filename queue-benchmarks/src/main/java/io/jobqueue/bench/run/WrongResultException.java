package io.jobqueue.bench.run;

/** A subject lost a job, ran one twice, or otherwise did not do its work. */
public final class WrongResultException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public WrongResultException(String message) {
        super(message);
    }
}
