package io.jobqueue.scenario;

import io.jobqueue.internal.Threads;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadFactory;

/** The kinds of threads that handlers can run on. */
enum ThreadMode {
    PLATFORM,
    VIRTUAL;

    static List<ThreadMode> supported() {
        return Threads.virtualSupported() ? List.of(PLATFORM, VIRTUAL) : List.of(PLATFORM);
    }

    ThreadFactory factory() {
        return this == VIRTUAL ? Threads.virtualFactory() : Threads.platformFactory();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
