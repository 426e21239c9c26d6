package io.jobqueue.bench.redis;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Group;
import io.jobqueue.bench.run.GroupResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the backend promises about its speed, beside what was measured. */
final class Acceptance {

    private static final List<String> BATCHES = List.of(RedisSubjects.LUA_BATCH, RedisSubjects.STREAM_BATCH);
    private static final List<String> REDISSON = List.of(RedisSubjects.REDISSON_QUEUE, RedisSubjects.REDISSON_EXECUTOR);

    private final List<GroupResult> results;
    private final StringBuilder table = new StringBuilder();

    private Acceptance(List<GroupResult> results) {
        this.results = results;
    }

    /** A table of the promises that the results tell about. */
    static String table(List<GroupResult> results) {
        return new Acceptance(results).write();
    }

    private String write() {
        String load = Groups.FULL_LOAD.name();
        double flow = median(Groups.FULL_LOAD, RedisSubjects.JOBQUEUE, Figure.JOBS_PER_SECOND);
        atLeast(load + " ÷ best hand-written batches", 0.75, flow / best(Groups.FULL_LOAD, BATCHES));
        atLeast(load + " ÷ best of Redisson", 3, flow / best(Groups.FULL_LOAD, REDISSON));
        atLeast(
                Groups.MANY_ENQUEUE.name() + " ÷ grouped push",
                0.75,
                median(Groups.MANY_ENQUEUE, RedisSubjects.JOBQUEUE, Figure.JOBS_PER_SECOND)
                        / median(Groups.MANY_ENQUEUE, RedisSubjects.LUA_BATCH, Figure.JOBS_PER_SECOND));
        atMost(Groups.LATENCY_WITHIN.name() + ", p50 ÷ blocking list", 2, latencyRatio(Groups.LATENCY_WITHIN));
        atMost(Groups.LATENCY_ACROSS.name() + ", p50 ÷ blocking list", 3.5, latencyRatio(Groups.LATENCY_ACROSS));
        atMost(
                Groups.BATCHES.name() + ", server µs per job",
                10,
                median(Groups.BATCHES, RedisSubjects.JOBQUEUE, Costs.SERVER_CPU));
        atLeast(
                Groups.FULL_LOAD_EVERYSEC.name() + " ÷ without persistence",
                0.75,
                median(Groups.FULL_LOAD_EVERYSEC, RedisSubjects.JOBQUEUE, Figure.JOBS_PER_SECOND) / flow);
        return table.isEmpty() ? "" : heading() + table + "\n";
    }

    private static String heading() {
        return "### promises\n\n| what | promise | measured | kept |\n| --- | --- | --- | --- |\n";
    }

    private double latencyRatio(Group group) {
        return median(group, RedisSubjects.JOBQUEUE, IdleLatency.P50)
                / median(group, RedisSubjects.LIST, IdleLatency.P50);
    }

    private double best(Group group, List<String> subjects) {
        List<Double> medians = new ArrayList<>();
        for (String subject : subjects) {
            medians.add(median(group, subject, Figure.JOBS_PER_SECOND));
        }
        return medians.stream()
                .mapToDouble(Double::doubleValue)
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN);
    }

    /** NaN if the subject did not take part. */
    private double median(Group group, String subject, Figure figure) {
        return results.stream()
                .filter(result -> result.group().name().equals(group.name())
                        && result.cells().containsKey(subject))
                .mapToDouble(result -> result.cell(subject).stats(figure).median())
                .findFirst()
                .orElse(Double.NaN);
    }

    private void atLeast(String what, double promised, double measured) {
        row(what, "at least " + promised, measured, measured >= promised);
    }

    private void atMost(String what, double promised, double measured) {
        row(what, "at most " + promised, measured, measured <= promised);
    }

    private void row(String what, String promise, double measured, boolean isKept) {
        if (!Double.isNaN(measured)) {
            table.append(String.format(
                    Locale.ROOT, "| %s | %s | %.2f | %s |%n", what, promise, measured, isKept ? "yes" : "NO"));
        }
    }
}
