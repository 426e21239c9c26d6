package io.jobqueue.redis.fault;

import io.jobqueue.JobContext;
import io.jobqueue.JobProcessor;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What jobs do: take some time, and fail so many times first. Any thread. */
final class Work implements JobProcessor<String> {

    private final AtomicLong done = new AtomicLong();

    /** The payload of a job that takes some time. */
    static String lasting(Duration time) {
        return time.toMillis() + " 0";
    }

    /** As {@link #lasting}, with a word for {@link ChildMain}. */
    static String lasting(Duration time, String word) {
        return lasting(time) + " " + word;
    }

    /** Mostly short, now and then as long as a renewal of its lease needs, sometimes failing first. */
    static String any(Random random, Duration lease) {
        int kind = random.nextInt(20);
        long millis = switch (kind) {
            case 0 -> lease.toMillis() * 2 / 3;
            case 1, 2 -> 50;
            default -> random.nextInt(5);
        };
        return millis + " " + (random.nextInt(10) == 0 ? 1 : 0);
    }

    @Override
    public void process(String payload, JobContext context) throws Exception {
        String[] parts = payload.split(" ");
        if (context.attempt() <= Integer.parseInt(parts[1])) {
            throw new IllegalStateException("attempt " + context.attempt() + " fails on purpose");
        }
        TimeUnit.MILLISECONDS.sleep(Long.parseLong(parts[0]));
        done.incrementAndGet();
    }

    /** How many handlers returned. */
    long done() {
        return done.get();
    }
}
