package io.jobqueue.bench.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How a suite is run.
 *
 * @param coldRuns the first runs of each JVM, which are kept apart
 * @param warmRuns the runs that count
 * @param cap the longest time a run may take before its subject drops out of the group
 * @param jvmArguments for the subjects' JVMs
 */
public record Plan(int coldRuns, int warmRuns, Duration cap, List<String> jvmArguments) {

    public static Plan of(int coldRuns, int warmRuns, Duration cap, String... jvmArguments) {
        return new Plan(coldRuns, warmRuns, cap, List.of(jvmArguments));
    }

    /** With one more argument for the JVMs. */
    public Plan with(String jvmArgument) {
        List<String> more = new ArrayList<>(jvmArguments);
        more.add(jvmArgument);
        return new Plan(coldRuns, warmRuns, cap, List.copyOf(more));
    }
}
