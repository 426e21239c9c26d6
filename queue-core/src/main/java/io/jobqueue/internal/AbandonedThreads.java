package io.jobqueue.internal;

import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that are still in a handler whose attempt was ended from outside, and the limit at which the queue takes no new
 * jobs. Any thread.
 */
final class AbandonedThreads {

    private static final Logger log = LoggerFactory.getLogger(AbandonedThreads.class);
    private static final int LEAST_LIMIT = 16;
    private static final int PER_WORKER = 4;

    private final QueueSettings settings;
    private final Slots slots;
    private final AtomicInteger count = new AtomicInteger();

    AbandonedThreads(QueueSettings settings, Slots slots) {
        this.settings = settings;
        this.slots = slots;
    }

    int count() {
        return Math.max(0, count.get()); // a thread may return before it is counted
    }

    private int limit() {
        int set = settings.abandonedLimit();
        return set > 0 ? set : Math.max(LEAST_LIMIT, PER_WORKER * slots.limit());
    }

    /** One more. Suspends the queue at the limit. */
    void add() {
        int now = count.incrementAndGet();
        if (now < limit()) {
            return;
        }
        if (!slots.isSet(Slots.SUSPENDED)) {
            log.error(
                    "Queue '{}' takes no new jobs: {} threads are still in handlers whose jobs timed out or were cancelled,"
                            + " which is the abandoned-limit. Make the handlers react to interrupts, or raise the limit",
                    settings.name(),
                    now);
        }
        slots.set(Slots.SUSPENDED);
        resumeIfFew(); // a thread that returned meanwhile did not see that it should
    }

    /** One has returned. Whether the queue takes jobs again because of that. */
    boolean remove() {
        count.decrementAndGet();
        return resumeIfFew();
    }

    private boolean resumeIfFew() {
        int left = count.get();
        if (left >= limit() || !slots.isSet(Slots.SUSPENDED)) {
            return false;
        }
        slots.clear(Slots.SUSPENDED);
        log.info("Queue '{}' takes jobs again: {} abandoned threads", settings.name(), left);
        return true;
    }
}
