package io.jobqueue.redis;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Redis server of a test's own, on a free port of the loopback interface, that can be stopped, killed, frozen and started
 * again on the same port with the same data.
 *
 * <pre>{@code
 * try (RedisServer server = RedisServer.start("--appendonly", "yes")) { ... server.kill(); server.restart(); ... }
 * }</pre>
 *
 * <p>Takes {@code redis-server} or {@code valkey-server} from the path. Without arguments nothing is written to disk. What is
 * left of a test run that was killed ends with this JVM.
 */
public final class RedisServer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final List<String> BINARIES = List.of("redis-server", "valkey-server");

    private final int port;
    private final Path directory;
    private final List<String> arguments;
    private volatile @Nullable Process process;

    private RedisServer(int port, Path directory, List<String> arguments) {
        this.port = port;
        this.directory = directory;
        this.arguments = arguments;
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "redis-server-end"));
    }

    /** Starts a server with arguments as of its command line. */
    public static RedisServer start(String... arguments) {
        try {
            RedisServer server =
                    new RedisServer(freePort(), Files.createTempDirectory("jobqueue-redis"), List.of(arguments));
            server.restart();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A port of the loopback interface that nobody uses at the moment. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return port;
    }

    public long pid() {
        return running().pid();
    }

    public Path directory() {
        return directory;
    }

    /** Starts it again, on the same port and with the files that it has left. */
    public void restart() {
        List<String> command = new ArrayList<>(List.of(
                binary().toString(),
                "--port",
                String.valueOf(port),
                "--bind",
                host(),
                "--dir",
                directory.toString(),
                "--save",
                "",
                "--daemonize",
                "no"));
        command.addAll(arguments);
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("server.log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitAnswer();
    }

    private void awaitAnswer() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!answers()) {
            if (!running().isAlive() || System.nanoTime() - end > 0) {
                throw new IllegalStateException("the server did not start:\n" + log());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    /** Whether it answers PING. */
    public boolean answers() {
        try {
            return command("PING").startsWith("+PONG");
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** Sends one command on a connection of its own. Returns the beginning of the raw answer. */
    public String command(String... parts) {
        try (Socket socket = new Socket()) {
            int millis = 2_000;
            socket.connect(new InetSocketAddress(host(), port), millis);
            socket.setSoTimeout(millis);
            StringBuilder request = new StringBuilder("*" + parts.length + "\r\n");
            for (String part : parts) {
                request.append('$')
                        .append(part.getBytes(StandardCharsets.UTF_8).length)
                        .append("\r\n")
                        .append(part)
                        .append("\r\n");
            }
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
            byte[] answer = new byte[1 << 16];
            int length = socket.getInputStream().read(answer);
            return new String(answer, 0, Math.max(0, length), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A number from a section of INFO; 0 if it is not there. Given as {@code line:field}, one of several in a line. */
    public long number(String section, String name) {
        String line = name.contains(":") ? name.substring(0, name.indexOf(':')) : name;
        String field = name.contains(":") ? name.substring(name.indexOf(':') + 1) + '=' : "";
        return command("INFO", section)
                .lines()
                .filter(text -> text.startsWith(line + ':'))
                .flatMap(text -> Stream.of(text.substring(line.length() + 1).split(",")))
                .filter(text -> text.startsWith(field))
                .mapToLong(text -> Long.parseLong(text.substring(field.length())))
                .findFirst()
                .orElse(0);
    }

    /** How often a command was carried out since {@code CONFIG RESETSTAT}. */
    public long calls(String command) {
        return number("commandstats", "cmdstat_" + command + ":calls");
    }

    /** What the server has written. */
    public String log() {
        try {
            return Files.readString(directory.resolve("server.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Ends it as an administrator would, with SIGTERM. */
    public void stop() {
        end(running().toHandle(), false);
    }

    /** Ends it with SIGKILL. */
    public void kill() {
        end(running().toHandle(), true);
    }

    /** Freezes it with SIGSTOP: connections stay open and nothing answers. */
    public void freeze() {
        signal("STOP");
    }

    /** Lets it go on after {@link #freeze}. */
    public void thaw() {
        signal("CONT");
    }

    private void signal(String signal) {
        try {
            new ProcessBuilder("kill", "-" + signal, String.valueOf(pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void end(ProcessHandle handle, boolean forcibly) {
        if (forcibly) {
            handle.destroyForcibly();
        } else {
            handle.destroy();
        }
        handle.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    private Process running() {
        Process started = process;
        if (started == null) {
            throw new IllegalStateException("the server was never started");
        }
        return started;
    }

    private static Path binary() {
        String path = System.getenv().getOrDefault("PATH", "");
        for (String name : BINARIES) {
            for (String folder : path.split(File.pathSeparator)) {
                Path candidate = Path.of(folder).resolve(name);
                if (Files.isExecutable(candidate)) {
                    return candidate;
                }
            }
        }
        throw new IllegalStateException("no " + BINARIES + " on the path; install one, 7.0 or newer");
    }

    /** Kills it and removes its files. */
    @Override
    public void close() {
        Process started = process;
        if (started != null && started.isAlive()) {
            end(started.toHandle(), true);
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException gone) {
            // A second close, or the operating system cleans up.
        }
    }
}
