package io.jobqueue.redis.fault;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A node in a process of its own. Reads orders, one a line: {@code add <id> <payload>}, {@code start}, {@code close}. Says {@code ready}, and {@code
 * halt} where it wants to be killed.
 */
final class ChildMain {

    /** The end of a payload: the handler says that it wants to be killed. */
    static final String HALT = "halt";

    /** The end of a payload: the handler ends the process. */
    static final String CRASH = "crash";

    private static final int CRASHED = 137;

    private ChildMain() {}

    /** Arguments: name, port, queue, journal, lease in milliseconds, workers, most recoveries, step, calls to let go before. */
    public static void main(String[] args) throws Exception {
        Work work = new Work();
        Step step = Step.valueOf(args[7]);
        Node node = Node.Setup.of(args[0], Integer.parseInt(args[1]), args[2], Journal.inFile(Path.of(args[3])))
                .lease(Duration.ofMillis(Long.parseLong(args[4])))
                .workers(Integer.parseInt(args[5]))
                .settings(builder -> builder.maxRecoveries(Integer.parseInt(args[6])))
                .wrapper(backend -> new HaltingBackend(backend, step, Integer.parseInt(args[8]), ChildMain::halt))
                .runs((payload, context) -> {
                    work.process(payload, context);
                    if (payload.endsWith(HALT)) {
                        halt();
                    } else if (payload.endsWith(CRASH)) {
                        Runtime.getRuntime().halt(CRASHED);
                    }
                })
                .build();
        obey(node);
    }

    private static void obey(Node node) throws Exception {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        say("ready");
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            String[] parts = order.split(" ", 3);
            switch (parts[0]) {
                case "start" -> node.queue().start();
                case "add" -> node.add(parts[1], parts[2]);
                default -> {
                    node.close();
                    return;
                }
            }
        }
        // The parent has gone.
        Runtime.getRuntime().halt(1);
    }

    private static void halt() {
        say(HALT);
        for (; ; ) {
            LockSupport.park();
        }
    }

    private static void say(String word) {
        System.out.println(word);
        System.out.flush();
    }
}
