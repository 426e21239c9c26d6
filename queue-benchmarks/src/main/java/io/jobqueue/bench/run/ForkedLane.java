package io.jobqueue.bench.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A lane in a JVM of its own, which does nothing while it is another lane's turn. */
public final class ForkedLane implements Lane {

    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;
    private final Duration cap;
    private final ExecutorService reader = Executors.newSingleThreadExecutor(ForkedLane::daemon);

    private ForkedLane(Process process, Duration cap) {
        this.process = process;
        this.cap = cap;
        this.commands = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Opens lanes that run a suite on a Java version. */
    public static Opener opener(Suite suite, Plan plan, Path javaHome) {
        return (group, subject) -> {
            List<String> command = new ArrayList<>();
            command.add(javaHome.resolve("bin/java").toString());
            command.addAll(plan.jvmArguments());
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), Child.class.getName()));
            command.addAll(List.of(suite.getClass().getName(), subject));
            command.addAll(group.params().toArguments());
            try {
                Process process = new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
                return new ForkedLane(process, group.capOf(plan));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot start " + command.get(0) + "; see --java", e);
            }
        };
    }

    @Override
    public Sample run() throws TimeoutException {
        String answer = ask();
        if (answer == null) {
            throw new WrongResultException("its JVM ended; see the messages above");
        }
        if (answer.startsWith(Child.WRONG)) {
            throw new WrongResultException(answer.substring(Child.WRONG.length()));
        }
        return Sample.parse(answer.substring(Child.SAMPLE.length()));
    }

    private @Nullable String ask() throws TimeoutException {
        Future<@Nullable String> answer = reader.submit(() -> {
            commands.write(Child.RUN + "\n");
            commands.flush();
            return answers.readLine();
        });
        try {
            return answer.get(cap.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WrongResultException("interrupted");
        } catch (TimeoutException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        reader.shutdownNow();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "lane-reader");
        thread.setDaemon(true);
        return thread;
    }
}
