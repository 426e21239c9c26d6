package io.jobqueue.bench.report;

import io.jobqueue.bench.run.Stats;
import java.util.Locale;

/** Numbers for people: three digits that matter. */
final class Numbers {

    private Numbers() {}

    /** For example {@code 96.1 (92.0–104)}; the median alone if there is no range. */
    static String range(Stats stats) {
        if (Double.isNaN(stats.median())) {
            return "–";
        }
        return stats.min() == stats.median() && stats.max() == stats.median()
                ? text(stats.median())
                : text(stats.median()) + " (" + text(stats.min()) + "–" + text(stats.max()) + ")";
    }

    static String text(double value) {
        double size = Math.abs(value);
        if (size >= 1_000_000) {
            return String.format(Locale.ROOT, "%.2fM", value / 1_000_000);
        }
        if (size >= 10_000) {
            return String.format(Locale.ROOT, "%.1fK", value / 1_000);
        }
        return String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }
}
