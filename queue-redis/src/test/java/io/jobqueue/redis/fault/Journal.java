package io.jobqueue.redis.fault;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** What the nodes of one process did, in memory, or in a file that survives the process. Any thread. */
final class Journal {

    private final Queue<Event> events = new ConcurrentLinkedQueue<>();
    private final @Nullable OutputStream file;

    private Journal(@Nullable OutputStream file) {
        this.file = file;
    }

    static Journal inMemory() {
        return new Journal(null);
    }

    /** What was written is with the operating system when {@link #add} returns; not by a channel, which an interrupt closes. */
    static Journal inFile(Path path) {
        try {
            return new Journal(new FileOutputStream(path.toFile(), true));
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
            file.write((event.toLine() + "\n").getBytes(StandardCharsets.UTF_8));
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
