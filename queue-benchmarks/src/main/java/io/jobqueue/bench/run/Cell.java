package io.jobqueue.bench.run;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one subject did in one group: its runs, the first ones apart, and why it dropped out if it did. */
public final class Cell {

    private final List<Sample> cold = new ArrayList<>();
    private final List<Sample> warm = new ArrayList<>();
    private @Nullable String dropout;
    private boolean wrong;

    public void addCold(Sample sample) {
        cold.add(sample);
    }

    public void addWarm(Sample sample) {
        warm.add(sample);
    }

    /** It was too slow or does not work here, which is no fault. */
    public void dropOut(String reason) {
        dropout = reason;
    }

    /** It lost, doubled or broke something. */
    public void fail(String reason) {
        dropout = reason;
        wrong = true;
    }

    public List<Sample> cold() {
        return cold;
    }

    public List<Sample> warm() {
        return warm;
    }

    /** Why there are no more samples, or null. */
    public @Nullable String dropout() {
        return dropout;
    }

    public boolean isWrong() {
        return wrong;
    }

    public Stats stats(Figure figure) {
        return statsOf(dropout == null ? warm : List.of(), figure);
    }

    public Stats coldStats(Figure figure) {
        return statsOf(cold, figure);
    }

    private static Stats statsOf(List<Sample> samples, Figure figure) {
        return Stats.of(samples.stream().map(sample -> sample.get(figure)).toList());
    }
}
