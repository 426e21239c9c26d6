package io.jobqueue.bench.suite;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Group;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Plan;
import io.jobqueue.bench.run.Sample;
import io.jobqueue.bench.run.Suite;
import io.jobqueue.bench.subject.Subject;
import io.jobqueue.bench.subject.Subjects;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;

/** What a message costs in a Spring Boot application with metrics, from sending it to its handler method. */
public final class SpringSuite implements Suite {

    private static final int JOBS = 200_000;
    private static final List<String> SUBJECTS =
            List.of(Subjects.JOBQUEUE, SpringApplications.ASYNC_METHOD, SpringApplications.TIMED_POOL);

    @Override
    public String name() {
        return "spring";
    }

    @Override
    public String about() {
        return "messages to a handler method, Micrometer on; ns and bytes per job";
    }

    @Override
    public Plan plan(boolean quick, int javaVersion) {
        return Plan.of(2, quick ? 5 : 9, Duration.ofMinutes(1), "-Xmx512m");
    }

    @Override
    public List<Group> groups(boolean quick, int javaVersion) {
        List<Group> groups = new ArrayList<>();
        int jobs = quick ? JOBS : 5 * JOBS;
        groups.add(group("1 worker, metrics", 1, jobs, false, SUBJECTS));
        groups.add(group("4 workers, metrics", 4, jobs, false, SUBJECTS));
        groups.add(group(
                "4 workers, metrics, tasks",
                4,
                jobs,
                false,
                List.of(SpringApplications.QUEUE_TASKS, SpringApplications.TIMED_POOL)));
        groups.add(group("4 workers, metrics and observations", 4, jobs, true, List.of(Subjects.JOBQUEUE)));
        return groups;
    }

    private static Group group(String name, int workers, int jobs, boolean observations, List<String> subjects) {
        Params params =
                Params.none().with("workers", workers).with("jobs", jobs).with("observations", observations);
        return new Group(name, params, subjects, List.of(Figure.NANOS_PER_JOB, Figure.BYTES_PER_JOB), !observations);
    }

    @Override
    public Sample run(String subject, Params params) throws Exception {
        try (ConfigurableApplicationContext application =
                SpringApplications.start(subject, params.number("workers"), params.flag("observations"))) {
            return EndToEnd.measure(application.getBean(Subject.class), params.number("jobs"));
        }
    }
}
