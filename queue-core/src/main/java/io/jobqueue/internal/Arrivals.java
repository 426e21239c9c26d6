package io.jobqueue.internal;

import io.jobqueue.internal.Notice.Kind;
import io.jobqueue.spi.NewJob;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells listeners of messages that a storing backend has accepted, before they hear of anything else about them.
 *
 * <p>A job may be claimed here before its producer has heard that it was accepted. That it was claimed proves that it was, so
 * whoever knows first tells. One entry per message that is on its way, and only while somebody listens; the map's lock of
 * that entry makes the other one wait until the first has told.
 */
final class Arrivals {

    private final Listeners listeners;

    /** The names of messages on their way, by id. */
    private final Map<String, String> coming = new ConcurrentHashMap<>();

    Arrivals(Listeners listeners) {
        this.listeners = listeners;
    }

    /** The jobs are about to be sent. */
    void sending(List<NewJob> jobs) {
        if (listeners.hear(Kind.SUBMITTED)) {
            jobs.forEach(job -> coming.put(job.record().id(), job.record().name()));
        }
    }

    /** The backend has accepted the job. */
    void accepted(String id) {
        tell(id);
    }

    /** The job was claimed. */
    void claimed(String id) {
        tell(id);
    }

    private void tell(String id) {
        if (!coming.isEmpty()) {
            coming.computeIfPresent(id, (key, name) -> {
                listeners.tell(listeners.about(Kind.SUBMITTED, id, name));
                return null;
            });
        }
    }

    /** The job was not accepted, or nobody knows. */
    void refused(String id) {
        coming.remove(id);
    }
}
