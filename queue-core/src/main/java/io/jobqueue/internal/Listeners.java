package io.jobqueue.internal;

import io.jobqueue.event.JobEvent;
import io.jobqueue.event.JobListener;
import io.jobqueue.internal.Notice.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of a queue; they run on a {@link SerialThread}, and only what one of them hears is told. */
final class Listeners {

    private static final Logger log = LoggerFactory.getLogger(Listeners.class);

    private final String queue;
    private final SerialThread thread;
    private final List<JobListener> listeners = new CopyOnWriteArrayList<>();

    /** Replaced when the listeners change. */
    private volatile Set<Kind> heard = EnumSet.noneOf(Kind.class);

    /** Whether anything is heard; apart from the set, because every task asks. */
    private volatile boolean active;

    Listeners(String queue, SerialThread thread) {
        this.queue = queue;
        this.thread = thread;
    }

    String queue() {
        return queue;
    }

    void add(JobListener listener) {
        listeners.add(listener);
        update();
    }

    void remove(JobListener listener) {
        listeners.remove(listener);
        update();
    }

    private void update() {
        Set<Kind> now = EnumSet.noneOf(Kind.class);
        for (Kind kind : Kind.values()) {
            if (listeners.stream().anyMatch(kind::isHeardBy)) {
                now.add(kind);
            }
        }
        heard = now;
        active = !now.isEmpty();
    }

    /** Whether any listener hears of such events. */
    boolean hear(Kind kind) {
        return active && heard.contains(kind);
    }

    /** Whether any listener hears of anything. */
    boolean isActive() {
        return active;
    }

    /** Something to tell about a job; to be completed, and {@linkplain #tell told}. */
    Notice about(Kind kind, @Nullable String id, String name) {
        return new Notice(this, kind, id, name);
    }

    /** Tells all listeners, in the order of the calls. */
    void tell(Notice notice) {
        thread.execute(notice);
    }

    /** On the listeners' thread. */
    void deliver(Notice notice) {
        JobEvent event = notice.event();
        for (JobListener listener : listeners) {
            try {
                notice.kind.tell(listener, event);
            } catch (Throwable t) {
                log.warn("A listener of queue '{}' failed on {}; jobs go on", queue, event, t);
            }
        }
    }
}
