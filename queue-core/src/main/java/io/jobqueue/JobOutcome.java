package io.jobqueue;

/** How a job ended. A job has exactly one outcome. */
public enum JobOutcome {
    /** The handler returned. */
    SUCCEEDED("success"),
    /** The last attempt threw, and no further attempt is allowed. */
    FAILED("failure"),
    /** The job's timeout passed, while running or while waiting for a retry, or its last attempt overran its own. */
    TIMED_OUT("timeout"),
    /** Somebody cancelled the job, or it was still running when the queue gave up on it at shutdown. */
    CANCELLED("cancelled");

    private final String tag;

    JobOutcome(String tag) {
        this.tag = tag;
    }

    /** The value of the tag {@code outcome} in metrics. */
    public String tag() {
        return tag;
    }
}
