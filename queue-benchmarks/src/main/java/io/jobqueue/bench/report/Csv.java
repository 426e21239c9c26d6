package io.jobqueue.bench.report;

import io.jobqueue.bench.run.Cell;
import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.GroupResult;
import io.jobqueue.bench.run.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Every sample of a suite, one figure a line. */
public final class Csv {

    private Csv() {}

    public static List<String> lines(String suite, List<GroupResult> results) {
        List<String> lines = new ArrayList<>();
        lines.add("suite,group,subject,phase,run,figure,value");
        for (GroupResult result : results) {
            for (Map.Entry<String, Cell> entry : result.cells().entrySet()) {
                String prefix = suite + "," + quoted(result.group().name()) + "," + entry.getKey() + ",";
                List<Figure> figures = result.group().figures();
                append(lines, prefix + "cold", entry.getValue().cold(), figures);
                append(lines, prefix + "warm", entry.getValue().warm(), figures);
                if (entry.getValue().dropout() != null) {
                    lines.add(
                            prefix + "dropped out,,," + quoted(entry.getValue().dropout()));
                }
            }
        }
        return lines;
    }

    private static void append(List<String> lines, String prefix, List<Sample> samples, List<Figure> figures) {
        for (int run = 0; run < samples.size(); run++) {
            for (Figure figure : figures) {
                lines.add(prefix + "," + (run + 1) + "," + figure.key() + ","
                        + samples.get(run).get(figure));
            }
        }
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }
}
