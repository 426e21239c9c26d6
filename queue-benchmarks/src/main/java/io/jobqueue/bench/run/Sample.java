package io.jobqueue.bench.run;

import java.util.LinkedHashMap;
import java.util.Map;

/** The figures of one run. Immutable, and able to travel as one line of text. */
public final class Sample {

    private static final String SEPARATOR = "\t";

    private final Map<String, Double> values;

    private Sample(Map<String, Double> values) {
        this.values = values;
    }

    public static Sample empty() {
        return new Sample(Map.of());
    }

    /** Time, rate and allocation of a number of jobs. */
    public static Sample of(long jobs, long nanos, long bytes) {
        return empty().with(Figure.NANOS_PER_JOB, (double) nanos / jobs)
                .with(Figure.JOBS_PER_SECOND, jobs * 1e9 / nanos)
                .with(Figure.BYTES_PER_JOB, (double) bytes / jobs);
    }

    /** Reads what {@link #toLine()} wrote. */
    public static Sample parse(String line) {
        Sample sample = empty();
        for (String pair : line.split(SEPARATOR, -1)) {
            int equals = pair.lastIndexOf('=');
            sample = sample.with(
                    Figure.lower(pair.substring(0, equals)), Double.parseDouble(pair.substring(equals + 1)));
        }
        return sample;
    }

    public Sample with(Figure figure, double value) {
        Map<String, Double> more = new LinkedHashMap<>(values);
        more.put(figure.key(), value);
        return new Sample(more);
    }

    /** The value, or NaN if the run did not yield it. */
    public double get(Figure figure) {
        return values.getOrDefault(figure.key(), Double.NaN);
    }

    public String toLine() {
        StringBuilder line = new StringBuilder();
        values.forEach((key, value) -> line.append(line.isEmpty() ? "" : SEPARATOR)
                .append(key)
                .append('=')
                .append(value));
        return line.toString();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
