package io.jobqueue.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The command line.
 *
 * @param suite the suite's name
 * @param quick whether to finish within a few minutes
 * @param subjects who takes part; empty for everyone
 * @param groups only groups whose name contains one of these; empty for all
 * @param javaHome the JDK that runs the subjects; null for the newest found
 * @param jvmArguments more arguments for the subjects' JVMs
 */
record Options(
        String suite,
        boolean quick,
        List<String> subjects,
        List<String> groups,
        @Nullable Path javaHome,
        List<String> jvmArguments) {

    static final String USAGE = """
            usage: ./bench <suite> [--quick] [--subjects a,b] [--groups text] [--java HOME] [--jvm ARGUMENT]
              --quick      a minute or a few instead of a careful run
              --subjects   only these, separated by commas
              --groups     only groups whose name contains this; may be repeated
              --java       the JDK that runs the subjects; default: the newest found
              --jvm        one more argument for the subjects' JVMs; may be repeated
            suites:
            """;

    static Options parse(List<String> arguments) {
        String suite = "";
        boolean quick = false;
        List<String> subjects = List.of();
        List<String> groups = new ArrayList<>();
        Path javaHome = null;
        List<String> jvmArguments = new ArrayList<>();
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            String argument = rest.next();
            switch (argument) {
                case "--quick" -> quick = true;
                case "--subjects" -> subjects = List.of(value(argument, rest).split(",", -1));
                case "--groups" -> groups.add(value(argument, rest));
                case "--java" -> javaHome = Path.of(value(argument, rest));
                case "--jvm" -> jvmArguments.add(value(argument, rest));
                default -> suite = suiteName(suite, argument);
            }
        }
        if (suite.isEmpty()) {
            throw new IllegalArgumentException("suite: none given");
        }
        return new Options(suite, quick, subjects, groups, javaHome, jvmArguments);
    }

    private static String suiteName(String before, String argument) {
        if (argument.startsWith("-")) {
            throw new IllegalArgumentException("option: '" + argument + "' is unknown");
        }
        if (!before.isEmpty()) {
            throw new IllegalArgumentException("suite: '" + before + "' and '" + argument + "'; give one");
        }
        return argument;
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException("option: " + option + " needs a value");
        }
        return rest.next();
    }
}
