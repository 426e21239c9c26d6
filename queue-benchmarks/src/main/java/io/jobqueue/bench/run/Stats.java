package io.jobqueue.bench.run;

import java.util.Arrays;
import java.util.Collection;

/** The middle and the range of a few numbers. NaNs are left out; without numbers everything is NaN. */
public record Stats(double median, double min, double max) {

    private static final Stats NOTHING = new Stats(Double.NaN, Double.NaN, Double.NaN);

    public static Stats of(Collection<Double> numbers) {
        double[] sorted = numbers.stream()
                .mapToDouble(Double::doubleValue)
                .filter(number -> !Double.isNaN(number))
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            return NOTHING;
        }
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Stats(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** The value below which the given share of the numbers lies; nearest rank. Sorts the array. */
    public static long percentile(long[] numbers, double share) {
        Arrays.sort(numbers);
        int rank = (int) Math.ceil(share * numbers.length);
        return numbers[Math.max(0, rank - 1)];
    }
}
