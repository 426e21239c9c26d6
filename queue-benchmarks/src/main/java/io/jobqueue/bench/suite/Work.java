package io.jobqueue.bench.suite;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a job does: sleeps, loops, or both in this order.
 *
 * @param sleepMillis how long it sleeps
 * @param loops how many rounds of dependent arithmetic it does
 */
record Work(int sleepMillis, int loops) {

    private static final Pattern NAME = Pattern.compile("(?:Sleep(\\d+)ms)?(?:Loop(\\d+)(K?))?");

    /** For example {@code Sleep10ms}, {@code Loop10K}, {@code Sleep5msLoop5}. */
    static Work parse(String name) {
        Matcher matcher = NAME.matcher(name);
        if (name.isEmpty() || !matcher.matches()) {
            throw new IllegalArgumentException("work: '" + name + "' is not like Sleep10ms, Loop10K or Sleep5msLoop5");
        }
        int sleepMillis = matcher.group(1) == null ? 0 : Integer.parseInt(matcher.group(1));
        int loops = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
        return new Work(sleepMillis, "K".equals(matcher.group(3)) ? loops * 1_000 : loops);
    }

    boolean sleeps() {
        return sleepMillis > 0;
    }

    /** Does it, and returns what the loop came to so that it cannot be optimised away. */
    long perform() throws InterruptedException {
        if (sleepMillis > 0) {
            Thread.sleep(sleepMillis);
        }
        long value = sleepMillis;
        for (int i = 0; i < loops; i++) {
            value += value ^ i;
        }
        return value;
    }
}
