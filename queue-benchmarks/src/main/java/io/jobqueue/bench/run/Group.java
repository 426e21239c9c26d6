package io.jobqueue.bench.run;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line-up: the same work for every subject.
 *
 * @param name what the reader sees
 * @param params what the subjects' JVMs are told
 * @param subjects who takes part
 * @param figures what is reported; the first decides who leads
 * @param scored whether the group counts in the summary
 * @param cap the longest time a run may take, if it is not the plan's
 */
public record Group(
        String name,
        Params params,
        List<String> subjects,
        List<Figure> figures,
        boolean scored,
        @Nullable Duration cap) {

    public Group {
        subjects = List.copyOf(subjects);
        figures = List.copyOf(figures);
    }

    /** A group whose runs may take as long as the plan says. */
    public Group(String name, Params params, List<String> subjects, List<Figure> figures, boolean scored) {
        this(name, params, subjects, figures, scored, null);
    }

    Duration capOf(Plan plan) {
        return cap == null ? plan.cap() : cap;
    }

    public Figure decisive() {
        return figures.get(0);
    }

    public Group withSubjects(List<String> chosen) {
        return new Group(name, params, chosen, figures, scored, cap);
    }

    public Group withParams(Params more) {
        return new Group(name, params.with(more), subjects, figures, scored, cap);
    }

    public Group withCap(Duration longer) {
        return new Group(name, params, subjects, figures, scored, longer);
    }
}
