package io.jobqueue.scenario;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The platform threads of queues that are alive in this JVM, found by their names. */
final class LiveThreads {

    private static final String ROLE = "-(dispatcher|watchdog|listener|callback|settler|worker-\\d+)";
    private static final Pattern OF_ANY_QUEUE = Pattern.compile("(?!ForkJoinPool).+" + ROLE);

    private LiveThreads() {}

    static List<Thread> ofQueues() {
        return matching(OF_ANY_QUEUE);
    }

    static List<Thread> ofQueues(String queue) {
        return matching(Pattern.compile(Pattern.quote(queue) + ROLE));
    }

    private static List<Thread> matching(Pattern names) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> names.matcher(thread.getName()).matches())
                .toList();
    }

    static String describe(List<Thread> threads) {
        Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
        return threads.stream()
                .map(thread -> thread.getName() + " at "
                        + Arrays.stream(stacks.getOrDefault(thread, new StackTraceElement[0]))
                                .limit(8)
                                .map(StackTraceElement::toString)
                                .collect(Collectors.joining("\n    ")))
                .collect(Collectors.joining("\n"));
    }
}
