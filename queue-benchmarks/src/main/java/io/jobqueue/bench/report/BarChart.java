package io.jobqueue.bench.report;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.GroupResult;
import io.jobqueue.bench.run.Stats;
import java.util.List;
import java.util.Locale;

/** A suite as SVG: a block of horizontal bars per group, the median of the deciding figure, with whiskers for the range. */
public final class BarChart {

    private static final int WIDTH = 940;
    private static final int LEFT = 190;
    private static final int BAR_SPACE = WIDTH - LEFT - 190;
    private static final int ROW = 20;
    private static final int HEADING = 34;
    private static final String STYLE = "<style>text{font:13px sans-serif;fill:#222}.h{font-weight:bold}"
            + ".ours{fill:#1b6ca8}.peer{fill:#b8c4ce}.whisker{stroke:#444}</style>";

    private final StringBuilder svg = new StringBuilder();
    private int y;

    private BarChart() {}

    public static String of(String title, List<GroupResult> results) {
        BarChart chart = new BarChart();
        chart.heading(title);
        results.forEach(chart::group);
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + WIDTH + "\" height=\"" + (chart.y + ROW)
                + "\" role=\"img\">\n" + STYLE + "\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" + chart.svg
                + "</svg>\n";
    }

    private void heading(String text) {
        y += HEADING;
        svg.append(label("h", 10, y - 8, text));
    }

    private void group(GroupResult result) {
        Figure figure = result.group().decisive();
        String better = figure.lowerIsBetter() ? "less" : "more";
        heading(result.group().name() + ": " + figure.key() + ", " + better + " is better");
        double largest = result.cells().values().stream()
                .mapToDouble(cell -> cell.stats(figure).max())
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(1);
        result.cells().forEach((subject, cell) -> {
            String dropout = cell.dropout();
            if (dropout == null) {
                bar(subject, cell.stats(figure), BAR_SPACE / largest);
            } else {
                svg.append(label("", 10, y + 14, subject)).append(label("", LEFT, y + 14, dropout));
            }
            y += ROW;
        });
    }

    private void bar(String subject, Stats stats, double scale) {
        svg.append(label("", 10, y + 14, subject));
        if (Double.isNaN(stats.median())) {
            return;
        }
        String type = GroupResult.isOurs(subject) ? "ours" : "peer";
        svg.append(String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"14\"/>%n",
                type,
                LEFT,
                y + 3,
                stats.median() * scale));
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"whisker\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>%n",
                LEFT + stats.min() * scale,
                LEFT + stats.max() * scale,
                y + 10,
                y + 10));
        svg.append(label("", (int) (LEFT + stats.max() * scale) + 8, y + 14, Numbers.range(stats)));
    }

    private static String label(String type, int x, int y, String text) {
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return "<text class=\"" + type + "\" x=\"" + x + "\" y=\"" + y + "\">" + escaped + "</text>\n";
    }
}
