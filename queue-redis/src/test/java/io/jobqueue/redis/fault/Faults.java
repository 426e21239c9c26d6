package io.jobqueue.redis.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The faults of one test: numbered, chosen by a seed that {@code -Dfaults.seed} repeats, and listed in {@code
 * target/faults.csv}. Any thread.
 */
final class Faults {

    private static final Path LIST = Path.of("target", "faults.csv");
    private static final int SHOWN = 10;

    private final String test;
    private final long seed;
    private final List<String> injected = new CopyOnWriteArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger();

    private Faults(String test, long seed) {
        this.test = test;
        this.seed = seed;
    }

    static Faults of(String test) {
        return new Faults(
                test, Long.getLong("faults.seed", ThreadLocalRandom.current().nextInt(1_000_000)));
    }

    Random random() {
        return new Random(seed);
    }

    /** Notes that something was broken. */
    void injected(String what) {
        int number = numbers.incrementAndGet();
        injected.add(number + " " + what);
        String line = String.join(",", test, Integer.toString(number), Long.toString(seed), what) + "\n";
        try {
            Files.createDirectories(LIST.getParent());
            Files.write(
                    LIST, line.getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int count() {
        return numbers.get();
    }

    @Override
    public String toString() {
        List<String> last = injected.subList(Math.max(0, injected.size() - SHOWN), injected.size());
        return test + " with -Dfaults.seed=" + seed + ", last faults: " + last;
    }
}
