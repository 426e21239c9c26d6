package io.jobqueue.internal;

import io.jobqueue.event.JobEvent;
import io.jobqueue.event.JobListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of a queue; they run on a {@link SerialThread}. */
final class Listeners {

    private static final Logger log = LoggerFactory.getLogger(Listeners.class);

    private final String queue;
    private final SerialThread thread;
    private final List<JobListener> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean active;

    Listeners(String queue, SerialThread thread) {
        this.queue = queue;
        this.thread = thread;
    }

    void add(JobListener listener) {
        listeners.add(listener);
        active = true;
    }

    void remove(JobListener listener) {
        listeners.remove(listener);
        active = !listeners.isEmpty();
    }

    boolean isActive() {
        return active;
    }

    /** Tells all listeners of an event, in the order of the calls. */
    void tell(BiConsumer<JobListener, JobEvent> callback, JobEvent event) {
        thread.execute(() -> {
            for (JobListener listener : listeners) {
                callListener(listener, callback, event);
            }
        });
    }

    private void callListener(JobListener listener, BiConsumer<JobListener, JobEvent> callback, JobEvent event) {
        try {
            callback.accept(listener, event);
        } catch (Throwable t) {
            log.warn("A listener of queue '{}' failed on {}; jobs go on", queue, event, t);
        }
    }
}
