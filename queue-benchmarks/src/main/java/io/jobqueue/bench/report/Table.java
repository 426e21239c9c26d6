package io.jobqueue.bench.report;

import io.jobqueue.bench.run.Cell;
import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Group;
import io.jobqueue.bench.run.GroupResult;
import io.jobqueue.bench.run.Sample;
import io.jobqueue.bench.run.Stats;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One group as a Markdown table: median (range) of each figure, and our speed divided by each peer's. */
public final class Table {

    private Table() {}

    public static String of(GroupResult result, boolean withCold) {
        Group group = result.group();
        List<List<String>> rows = new ArrayList<>();
        rows.add(headings(group, withCold));
        for (Map.Entry<String, Cell> entry : result.cells().entrySet()) {
            rows.add(row(result, entry.getKey(), entry.getValue(), withCold));
        }
        StringBuilder table = new StringBuilder("### ").append(group.name()).append("\n\n");
        appendAligned(table, rows);
        for (Map.Entry<String, Cell> entry : result.cells().entrySet()) {
            if (entry.getValue().isWrong()) {
                table.append("\nFAILED: ")
                        .append(entry.getKey())
                        .append(": ")
                        .append(entry.getValue().dropout());
                table.append('\n');
            }
        }
        return table.toString();
    }

    private static List<String> headings(Group group, boolean withCold) {
        List<String> headings = new ArrayList<>(List.of("subject"));
        group.figures().forEach(figure -> headings.add(figure.key()));
        if (withCold) {
            headings.add("cold " + group.decisive().key());
        }
        headings.add("our speed ÷ its");
        return headings;
    }

    private static List<String> row(GroupResult result, String subject, Cell cell, boolean withCold) {
        List<String> row = new ArrayList<>(List.of(subject));
        for (Figure figure : result.group().figures()) {
            row.add(cell.dropout() == null ? Numbers.range(cell.stats(figure)) : shortReason(cell));
        }
        if (withCold) {
            row.add(Numbers.range(cell.coldStats(result.group().decisive())));
        }
        row.add(comparison(result, subject));
        return row;
    }

    private static String shortReason(Cell cell) {
        return cell.isWrong() ? "FAILED" : String.valueOf(cell.dropout());
    }

    /** The ratio of the medians, and the range of the ratios round by round. */
    private static String comparison(GroupResult result, String subject) {
        Optional<String> ours = result.ours();
        if (ours.isEmpty() || ours.get().equals(subject) || result.cell(subject).dropout() != null) {
            return "";
        }
        Figure figure = result.group().decisive();
        List<Sample> ourSamples = result.cell(ours.get()).warm();
        List<Sample> theirSamples = result.cell(subject).warm();
        List<Double> byRound = new ArrayList<>();
        for (int i = 0; i < Math.min(ourSamples.size(), theirSamples.size()); i++) {
            byRound.add(figure.advantage(
                    ourSamples.get(i).get(figure), theirSamples.get(i).get(figure)));
        }
        double ofMedians = figure.advantage(
                result.cell(ours.get()).stats(figure).median(),
                result.cell(subject).stats(figure).median());
        Stats range = Stats.of(byRound);
        return Numbers.range(new Stats(ofMedians, range.min(), range.max()));
    }

    private static void appendAligned(StringBuilder table, List<List<String>> rows) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (int r = 0; r < rows.size(); r++) {
            appendRow(table, rows.get(r), widths, ' ');
            if (r == 0) {
                appendRow(table, Collections.nCopies(columns, "---"), widths, '-');
            }
        }
    }

    private static void appendRow(StringBuilder table, List<String> row, int[] widths, char fill) {
        for (int i = 0; i < row.size(); i++) {
            String padding = String.valueOf(fill)
                    .repeat(widths[i] - Math.min(widths[i], row.get(i).length()));
            table.append("| ").append(row.get(i)).append(padding).append(' ');
        }
        table.append("|\n");
    }
}
