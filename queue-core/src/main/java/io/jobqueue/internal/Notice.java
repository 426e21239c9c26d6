package io.jobqueue.internal;

import io.jobqueue.JobOutcome;
import io.jobqueue.event.JobEvent;
import io.jobqueue.event.JobListener;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An event on its way to the listeners: what the worker knows, from which their thread makes the event. */
final class Notice implements Runnable {

    /** The kinds of events. */
    enum Kind {
        SUBMITTED("submitted"),
        STARTED("started"),
        RETRIED("retried"),
        COMPLETED("completed");

        private final String method;

        Kind(String method) {
            this.method = method;
        }

        /** Whether a listener does anything about this kind. */
        boolean isHeardBy(JobListener listener) {
            try {
                return listener.getClass().getMethod(method, JobEvent.class).getDeclaringClass() != JobListener.class;
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(e);
            }
        }

        void tell(JobListener listener, JobEvent event) {
            switch (this) {
                case SUBMITTED -> listener.submitted(event);
                case STARTED -> listener.started(event);
                case RETRIED -> listener.retried(event);
                case COMPLETED -> listener.completed(event);
            }
        }
    }

    final Kind kind;
    private final Listeners listeners;
    private final @Nullable String id;
    private final String name;
    private int attempt;
    private @Nullable JobOutcome outcome;
    private @Nullable Throwable error;
    private long waitNanos;
    private long runNanos;
    private long retryDelayNanos;

    Notice(Listeners listeners, Kind kind, @Nullable String id, String name) {
        this.listeners = listeners;
        this.kind = kind;
        this.id = id;
        this.name = name;
    }

    Notice attempt(int attempt, long waitNanos, long runNanos) {
        this.attempt = attempt;
        this.waitNanos = waitNanos;
        this.runNanos = runNanos;
        return this;
    }

    Notice outcome(@Nullable JobOutcome outcome, @Nullable Throwable error) {
        this.outcome = outcome;
        this.error = error;
        return this;
    }

    Notice retryDelay(long nanos) {
        this.retryDelayNanos = nanos;
        return this;
    }

    JobEvent event() {
        return new JobEvent(
                listeners.queue(),
                id,
                name,
                attempt,
                outcome,
                error,
                nanos(waitNanos),
                nanos(runNanos),
                nanos(retryDelayNanos));
    }

    private static Duration nanos(long nanos) {
        return nanos == 0 ? Duration.ZERO : Duration.ofNanos(nanos);
    }

    @Override
    public void run() {
        listeners.deliver(this);
    }
}
