package io.jobqueue.bench.suite;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Group;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Plan;
import io.jobqueue.bench.run.Sample;
import io.jobqueue.bench.run.Suite;
import io.jobqueue.bench.subject.Subjects;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What becomes of the costs when there is much of something: waiting jobs, queues, idle workers. */
public final class Growth implements Suite {

    private static final String BACKLOG = "backlog";
    private static final String FOOTPRINT = "footprint";
    private static final String QUEUES = "queues";
    private static final String CLOSING = "closing";

    private static final List<String> POOLS = List.of(Subjects.JOBQUEUE, Subjects.FIXED_POOL, Subjects.FORK_JOIN);

    @Override
    public String name() {
        return "growth";
    }

    @Override
    public String about() {
        return "cost and memory with many waiting jobs, many queues, many idle workers";
    }

    @Override
    public Plan plan(boolean quick, int javaVersion) {
        return Plan.of(1, quick ? 3 : 5, Duration.ofSeconds(quick ? 20 : 60), "-Xmx2g");
    }

    @Override
    public List<Group> groups(boolean quick, int javaVersion) {
        List<Group> groups = new ArrayList<>();
        int largest = quick ? 1_000_000 : 10_000_000;
        for (int backlog = 1_000; backlog <= largest; backlog *= 10) {
            groups.add(backlog(backlog));
        }
        groups.add(footprint(Footprint.TASK, POOLS, true));
        groups.add(footprint(Footprint.FUTURE, List.of(Subjects.JOBQUEUE), false));
        groups.add(footprint(Footprint.MESSAGE, List.of(Subjects.JOBQUEUE), false));
        for (int queues : quick ? new int[] {100} : new int[] {1, 10, 100}) {
            groups.add(queues(queues));
        }
        if (javaVersion >= 21) {
            groups.add(closing(quick ? 50_000 : 300_000));
        }
        return groups;
    }

    private static Group backlog(int backlog) {
        Params params = scenario(BACKLOG).with("backlog", backlog);
        List<Figure> figures = List.of(Figure.NANOS_PER_JOB, Backlog.ENQUEUE, Backlog.DRAIN);
        return new Group(String.format(Locale.ROOT, "%,d waiting jobs", backlog), params, POOLS, figures, true);
    }

    private static Group footprint(String kind, List<String> subjects, boolean scored) {
        Params params =
                scenario(FOOTPRINT).with("kind", kind).with("jobs", kind.equals(Footprint.TASK) ? 1_000_000 : 100_000);
        String name = switch (kind) {
            case Footprint.FUTURE -> "waiting task with options and a future";
            case Footprint.MESSAGE -> "waiting message with options and an id";
            default -> "waiting task";
        };
        return new Group(name, params, subjects, List.of(Footprint.HELD), scored);
    }

    private static Group queues(int queues) {
        Params params = scenario(QUEUES).with("queues", queues).with("jobs", 200_000);
        List<Figure> figures = List.of(Figure.NANOS_PER_JOB, ManySubjects.IDLE_CPU);
        return new Group(queues + (queues == 1 ? " queue" : " queues") + " of 1 worker", params, POOLS, figures, true);
    }

    private static Group closing(int workers) {
        Params params = scenario(CLOSING).with("workers", workers);
        List<String> subjects = List.of(Subjects.JOBQUEUE, Subjects.FIXED_POOL, Subjects.ARRAY_QUEUE_LOOP);
        String name = String.format(Locale.ROOT, "closing %,d idle virtual workers", workers);
        return new Group(name, params, subjects, List.of(Closing.CLOSE), true);
    }

    private static Params scenario(String name) {
        return Params.none().with("scenario", name);
    }

    @Override
    public Sample run(String subject, Params params) throws Exception {
        return switch (params.text("scenario")) {
            case BACKLOG -> Backlog.run(subject, params);
            case FOOTPRINT -> Footprint.run(subject, params);
            case QUEUES -> ManySubjects.run(subject, params);
            case CLOSING -> Closing.run(subject, params);
            default -> throw new IllegalArgumentException("scenario: '" + params.text("scenario") + "' is unknown");
        };
    }
}
