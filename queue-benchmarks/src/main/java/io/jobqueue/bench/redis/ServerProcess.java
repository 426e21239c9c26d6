package io.jobqueue.bench.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A {@code redis-server} on a free port of the loopback interface, with a directory of its own. Ends with this JVM. */
final class ServerProcess implements AutoCloseable {

    private static final InetAddress HOST = InetAddress.getLoopbackAddress();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final int port;
    private final Path directory;
    private final Process process;
    private final Thread atExit = new Thread(this::end, "redis-server-end");

    private ServerProcess(int port, Path directory, Process process) {
        this.port = port;
        this.directory = directory;
        this.process = process;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    static ServerProcess start(Persistence persistence) {
        try {
            Path directory = Files.createTempDirectory("jobqueue-bench-redis");
            int port = freePort();
            List<String> command = new ArrayList<>(List.of("redis-server", "--port", String.valueOf(port)));
            command.addAll(List.of("--bind", HOST.getHostAddress(), "--dir", directory.toString(), "--save", ""));
            command.addAll(List.of("--maxclients", "5000"));
            command.addAll(persistence.arguments());
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("server.log").toFile())
                    .start();
            ServerProcess server = new ServerProcess(port, directory, process);
            server.awaitListening();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start redis-server; install Redis 7.0 or newer on the path", e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, HOST)) {
            return socket.getLocalPort();
        }
    }

    private void awaitListening() throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!isListening()) {
            if (!process.isAlive() || System.nanoTime() - end > 0) {
                String log = Files.readString(directory.resolve("server.log"));
                close();
                throw new IllegalStateException("redis-server did not start:\n" + log);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private boolean isListening() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(HOST, port), 1_000);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    int port() {
        return port;
    }

    private void end() {
        process.destroyForcibly().onExit().join();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(ServerProcess::delete);
        } catch (IOException gone) {
            // Nothing to delete.
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        end();
    }
}
