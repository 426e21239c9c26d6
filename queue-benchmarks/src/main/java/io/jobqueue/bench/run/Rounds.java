package io.jobqueue.bench.run;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/**
 * Runs the subjects of a group in turns, so that whatever disturbs the machine disturbs them all alike. Each round begins
 * with another subject.
 */
public final class Rounds {

    private final Plan plan;
    private final Lane.Opener opener;

    public Rounds(Plan plan, Lane.Opener opener) {
        this.plan = plan;
        this.opener = opener;
    }

    public GroupResult run(Group group) {
        GroupResult result = new GroupResult(group);
        Map<String, Lane> lanes = new LinkedHashMap<>();
        try {
            for (int round = 0; round < plan.coldRuns() + plan.warmRuns(); round++) {
                for (String subject : rotated(group.subjects(), round)) {
                    if (result.cell(subject).dropout() == null) {
                        Lane lane = lanes.computeIfAbsent(subject, name -> opener.open(group, name));
                        runOnce(result.cell(subject), lane, round < plan.coldRuns(), group.capOf(plan));
                    }
                }
            }
        } finally {
            lanes.values().forEach(Lane::close);
        }
        return result;
    }

    private static void runOnce(Cell cell, Lane lane, boolean cold, Duration cap) {
        try {
            Sample sample = lane.run();
            if (cold) {
                cell.addCold(sample);
            } else {
                cell.addWarm(sample);
            }
        } catch (TimeoutException overCap) {
            cell.dropOut("over " + cap.toSeconds() + " s");
        } catch (WrongResultException wrong) {
            cell.fail(String.valueOf(wrong.getMessage()));
        }
    }

    private static List<String> rotated(List<String> subjects, int by) {
        int size = subjects.size();
        return IntStream.range(0, size)
                .mapToObj(i -> subjects.get((i + by) % size))
                .toList();
    }
}
