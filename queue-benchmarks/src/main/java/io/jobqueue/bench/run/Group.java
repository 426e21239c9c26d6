package io.jobqueue.bench.run;

import java.util.List;

/**
 * One line-up: the same work for every subject.
 *
 * @param name what the reader sees
 * @param params what the subjects' JVMs are told
 * @param subjects who takes part
 * @param figures what is reported; the first decides who leads
 * @param scored whether the group counts in the summary
 */
public record Group(String name, Params params, List<String> subjects, List<Figure> figures, boolean scored) {

    public Group {
        subjects = List.copyOf(subjects);
        figures = List.copyOf(figures);
    }

    public Figure decisive() {
        return figures.get(0);
    }

    public Group withSubjects(List<String> chosen) {
        return new Group(name, params, chosen, figures, scored);
    }

    public Group withParams(Params more) {
        return new Group(name, params.with(more), subjects, figures, scored);
    }
}
