package io.jobqueue.scenario;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;

/** Remembers the threads it made, because no list of live threads shows virtual ones. */
final class TrackedThreads implements ThreadFactory {

    private final ThreadFactory factory;
    private final List<Thread> made = new CopyOnWriteArrayList<>();

    TrackedThreads(ThreadFactory factory) {
        this.factory = factory;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = factory.newThread(task);
        made.add(thread);
        return thread;
    }

    int made() {
        return made.size();
    }

    List<Thread> alive() {
        return made.stream().filter(Thread::isAlive).toList();
    }
}
