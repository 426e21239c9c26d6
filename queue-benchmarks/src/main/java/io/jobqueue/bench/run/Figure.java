package io.jobqueue.bench.run;

/**
 * A number that a run yields.
 *
 * @param key its name in samples and CSV files
 * @param lowerIsBetter whether a smaller value is the better one
 */
public record Figure(String key, boolean lowerIsBetter) {

    public static final Figure NANOS_PER_JOB = lower("ns/job");
    public static final Figure BYTES_PER_JOB = lower("bytes/job");
    public static final Figure JOBS_PER_SECOND = higher("jobs/s");

    public static Figure lower(String key) {
        return new Figure(key, true);
    }

    public static Figure higher(String key) {
        return new Figure(key, false);
    }

    /** How many times better {@code ours} is than {@code theirs}; above 1 is better. */
    public double advantage(double ours, double theirs) {
        return lowerIsBetter ? theirs / ours : ours / theirs;
    }
}
