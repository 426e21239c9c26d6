package io.jobqueue.bench.subject;

import io.jobqueue.internal.Threads;
import java.util.concurrent.ThreadFactory;

/** On which threads a subject runs its jobs. */
public enum ThreadKind {
    PLATFORM,
    VIRTUAL;

    /** Fails before Java 21 for virtual threads. */
    public ThreadFactory factory() {
        return this == VIRTUAL ? Threads.virtualFactory() : Threads.platformFactory();
    }

    /** The name as used in group parameters and tables. */
    public String label() {
        return this == VIRTUAL ? "virtual" : "platform";
    }

    public static ThreadKind of(String label) {
        return label.equals("virtual") ? VIRTUAL : PLATFORM;
    }
}
