package io.jobqueue.redis.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** What the nodes of one process did, in memory, or in a file that survives the process. Any thread. */
final class Journal {

    private final Queue<Event> events = new ConcurrentLinkedQueue<>();
    private final @Nullable FileChannel file;

    private Journal(@Nullable FileChannel file) {
        this.file = file;
    }

    static Journal inMemory() {
        return new Journal(null);
    }

    /** What was written is with the operating system when {@link #add} returns. */
    static Journal inFile(Path path) {
        try {
            return new Journal(FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void add(Event event) {
        if (file == null) {
            events.add(event);
            return;
        }
        try {
            file.write(ByteBuffer.wrap((event.toLine() + "\n").getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of a journal in memory. */
    List<Event> events() {
        return List.copyOf(events);
    }

    static List<Event> read(Path path) {
        try {
            return Files.readAllLines(path).stream()
                    .map(Event::parse)
                    .filter(Objects::nonNull)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
