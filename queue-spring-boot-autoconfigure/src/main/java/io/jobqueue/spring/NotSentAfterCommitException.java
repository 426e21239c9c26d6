package io.jobqueue.spring;

import io.jobqueue.JobQueueException;
import java.util.List;

/**
 * The transaction in which jobs were enqueued was committed, but the jobs could not be sent to their backend afterwards. They
 * are nowhere now, unless the backend has stored them and its answer was lost.
 */
public final class NotSentAfterCommitException extends JobQueueException {

    private final String queue;
    private final List<String> ids;

    NotSentAfterCommitException(String message, String queue, List<String> ids, Throwable cause) {
        super(message, cause);
        this.queue = queue;
        this.ids = List.copyOf(ids);
    }

    /** The queue's name. */
    public String queue() {
        return queue;
    }

    /** The ids of the jobs, in the order in which they were enqueued. */
    public List<String> ids() {
        return ids;
    }
}
