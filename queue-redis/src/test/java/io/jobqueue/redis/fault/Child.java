package io.jobqueue.redis.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A node in a process of its own, which dies by SIGKILL when it says where. */
final class Child implements AutoCloseable {

    static final int KILLED = 137;
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final CountDownLatch ready = new CountDownLatch(1);

    private Child(Process process) {
        this.process = process;
        Thread reader = new Thread(this::listen, "child-reader");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts one that waits for orders.
     *
     * @param arguments as of {@link ChildMain}
     */
    static Child start(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-Xshare:auto",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=logback-faults.xml",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                ChildMain.class.getName()));
        command.addAll(arguments);
        try {
            Child child = new Child(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(new File("target", "faults-children.log")))
                    .start());
            child.awaitReady();
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() {
        try {
            assertThat(ready.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("a child has started")
                    .isTrue();
        } catch (InterruptedException e) {
            kill();
            throw new IllegalStateException(e);
        }
    }

    private void listen() {
        try (BufferedReader words = process.inputReader(StandardCharsets.UTF_8)) {
            for (String word = words.readLine(); word != null; word = words.readLine()) {
                if (word.equals(ChildMain.HALT)) {
                    kill();
                } else {
                    ready.countDown();
                }
            }
        } catch (IOException gone) {
            // It is dead.
        }
    }

    /** Gives an order; one that is dead does not hear it. */
    void order(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException gone) {
            // It is dead.
        }
    }

    /** Kills it by SIGKILL, and returns when it is dead. */
    void kill() {
        process.destroyForcibly();
        awaitExit();
    }

    /** Lets it stand still, by SIGSTOP. */
    void freeze() {
        signal("STOP");
    }

    /** Lets it go on. */
    void thaw() {
        signal("CONT");
    }

    private void signal(String signal) {
        try {
            assertThat(new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until it is dead. Returns its exit code. */
    int awaitExit() {
        try {
            boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(ended).as("the child has come to its end").isTrue();
            return process.exitValue();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
