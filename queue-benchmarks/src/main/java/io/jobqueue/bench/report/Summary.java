package io.jobqueue.bench.report;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.GroupResult;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The last line of a suite, for people and scripts. */
public final class Summary {

    private Summary() {}

    /**
     * {@code groups} counts the scored groups, {@code leads} those where we are ahead of every peer, {@code worst} is our
     * speed divided by the best peer's where that is smallest, {@code bytes} what we allocate per job where that is most.
     */
    public static String line(String suite, List<GroupResult> results) {
        List<GroupResult> scored = results.stream()
                .filter(result -> result.group().scored() && result.advantage().isPresent())
                .toList();
        long leads = scored.stream().filter(result -> advantage(result) > 1).count();
        double worst = scored.stream().mapToDouble(Summary::advantage).min().orElse(Double.NaN);
        double bytes = scored.stream()
                .mapToDouble(Summary::ourBytes)
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN);
        return "suite=" + suite + " groups=" + scored.size() + " leads=" + leads + " worst=" + number(worst) + " bytes="
                + number(bytes);
    }

    private static double advantage(GroupResult result) {
        return result.advantage().orElseThrow();
    }

    private static double ourBytes(GroupResult result) {
        Optional<String> ours = result.ours();
        return ours.isEmpty()
                ? Double.NaN
                : result.cell(ours.get()).stats(Figure.BYTES_PER_JOB).median();
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "n/a" : String.format(Locale.ROOT, "%.2f", value);
    }
}
