package io.jobqueue.bench;

import io.jobqueue.bench.redis.RedisSuite;
import io.jobqueue.bench.report.BarChart;
import io.jobqueue.bench.report.Csv;
import io.jobqueue.bench.report.Summary;
import io.jobqueue.bench.report.Table;
import io.jobqueue.bench.run.Cell;
import io.jobqueue.bench.run.ForkedLane;
import io.jobqueue.bench.run.Group;
import io.jobqueue.bench.run.GroupResult;
import io.jobqueue.bench.run.Plan;
import io.jobqueue.bench.run.Rounds;
import io.jobqueue.bench.run.Suite;
import io.jobqueue.bench.run.Surroundings;
import io.jobqueue.bench.suite.AttemptSuite;
import io.jobqueue.bench.suite.EndToEnd;
import io.jobqueue.bench.suite.Growth;
import io.jobqueue.bench.suite.Latency;
import io.jobqueue.bench.suite.Pool;
import io.jobqueue.bench.suite.SpringSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a suite from the command line. */
public final class Bench {

    private static final List<Suite> SUITES = List.of(
            new EndToEnd(),
            new Latency(),
            new AttemptSuite(),
            new Pool(),
            new Growth(),
            new SpringSuite(),
            new RedisSuite());
    private static final Path OUTPUT = Path.of("queue-benchmarks", "target", "bench");

    private final Options options;
    private final Suite suite;
    private final Path javaHome;

    private Bench(Options options) {
        this.options = options;
        this.suite = SUITES.stream()
                .filter(known -> known.name().equals(options.suite()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("suite: '" + options.suite() + "' is unknown"));
        this.javaHome = options.javaHome() == null ? JavaHomes.newest() : options.javaHome();
    }

    /** Exits with 0 if every job of every subject ran exactly once, with 1 if not, with 2 if the arguments are wrong. */
    public static void main(String[] args) throws IOException {
        try {
            System.exit(new Bench(Options.parse(List.of(args))).run() ? 0 : 1);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.print(Options.USAGE);
            SUITES.forEach(suite -> System.err.printf("  %-12s %s%n", suite.name(), suite.about()));
            System.exit(2);
        }
    }

    private boolean run() throws IOException {
        int javaVersion = JavaHomes.version(javaHome);
        System.out.printf(
                "## %s%s: Java %d, %d processors, %s%n%n",
                suite.name(),
                options.quick() ? " (quick)" : "",
                javaVersion,
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name"));
        List<GroupResult> results = measure(plan(javaVersion), chosenGroups(javaVersion));
        write(results);
        System.out.print(suite.verdict(results));
        System.out.println(Summary.line(suite.name(), results));
        return results.stream()
                .flatMap(result -> result.cells().values().stream())
                .noneMatch(Cell::isWrong);
    }

    private List<GroupResult> measure(Plan plan, List<Group> groups) {
        List<GroupResult> results = new ArrayList<>();
        try (Surroundings surroundings = suite.surroundings()) {
            Rounds rounds = new Rounds(plan, ForkedLane.opener(suite, plan, javaHome));
            for (Group group : groups) {
                System.err.println("running: " + group.name());
                results.add(rounds.run(group.withParams(surroundings.params())));
                System.out.println(Table.of(results.get(results.size() - 1), true));
            }
        }
        return results;
    }

    private Plan plan(int javaVersion) {
        Plan plan = suite.plan(options.quick(), javaVersion);
        for (String argument : options.jvmArguments()) {
            plan = plan.with(argument);
        }
        return plan;
    }

    private List<Group> chosenGroups(int javaVersion) {
        List<Group> groups = new ArrayList<>();
        for (Group group : suite.groups(options.quick(), javaVersion)) {
            List<String> subjects = group.subjects().stream()
                    .filter(subject ->
                            options.subjects().isEmpty() || options.subjects().contains(subject))
                    .toList();
            boolean named =
                    options.groups().isEmpty() || options.groups().stream().anyMatch(group.name()::contains);
            if (named && !subjects.isEmpty()) {
                groups.add(group.withSubjects(subjects));
            }
        }
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("nothing to run: suite " + suite.name() + " on Java " + javaVersion
                    + " has no such group or subject");
        }
        return groups;
    }

    private void write(List<GroupResult> results) throws IOException {
        Files.createDirectories(OUTPUT);
        Path csv = OUTPUT.resolve(suite.name() + ".csv");
        Path svg = OUTPUT.resolve(suite.name() + ".svg");
        Files.write(csv, Csv.lines(suite.name(), results));
        Files.writeString(svg, BarChart.of(suite.name(), results));
        System.out.println("written: " + csv + ", " + svg);
    }
}
