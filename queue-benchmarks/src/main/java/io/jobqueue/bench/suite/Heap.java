package io.jobqueue.bench.suite;

import java.lang.management.ManagementFactory;

/** What is reachable on the heap. */
final class Heap {

    private static final int COLLECTIONS = 3;

    private Heap() {}

    /** Bytes in use after collections. */
    static long used() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
