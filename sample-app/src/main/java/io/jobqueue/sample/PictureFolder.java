package io.jobqueue.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where pictures are kept: one folder per picture, named by an id made here. Files appear by a rename, so a thumbnail that
 * is there is whole.
 */
@Component
final class PictureFolder {

    private static final Logger log = LoggerFactory.getLogger(PictureFolder.class);
    private static final String ABOUT = "picture.json";
    private static final String ORIGINAL = "original";
    private static final String THUMBNAIL = "thumbnail.jpg";

    private final JsonMapper json;
    private final Path pictures;
    private final Path archive;
    private final AtomicLong lastId = new AtomicLong();

    /** What is written about a picture that has no status yet. */
    record About(String batch, String name, @Nullable Integer sample, Instant createdAt) {}

    PictureFolder(PictureProperties properties, JsonMapper json) throws IOException {
        this.json = json;
        Path root = properties.root().toAbsolutePath().normalize();
        this.pictures = Files.createDirectories(root.resolve("pictures"));
        this.archive = Files.createDirectories(root.resolve("archive")).resolve("thumbnails.zip");
        log.info("Pictures are kept in {}", root);
    }

    /** Makes the folder of a new picture and returns its id; later ids sort after earlier ones. */
    String create() throws IOException {
        while (true) {
            long micros = System.currentTimeMillis() * 1000;
            String id = "p" + Long.toString(lastId.updateAndGet(last -> Math.max(last + 1, micros)), 36);
            try {
                Files.createDirectory(pictures.resolve(id));
                return id;
            } catch (FileAlreadyExistsException takenByAnotherNode) {
                log.debug("The id {} is taken, the next is tried", id);
            }
        }
    }

    void describe(String id, About about) throws IOException {
        replace(file(id, ABOUT), part -> Files.write(part, json.writeValueAsBytes(about)));
    }

    void storeOriginal(String id, InputStream content) throws IOException {
        replace(original(id), part -> Files.copy(content, part));
    }

    Path original(String id) {
        return file(id, ORIGINAL);
    }

    Path thumbnail(String id) {
        return file(id, THUMBNAIL);
    }

    boolean hasThumbnail(String id) {
        return Files.exists(thumbnail(id));
    }

    Path archive() {
        return archive;
    }

    /** The pictures of an earlier run, oldest first: done if they have a thumbnail, else queued. */
    List<Picture> load() throws IOException {
        try (Stream<Path> folders = Files.list(pictures)) {
            return folders.sorted().flatMap(this::load).toList();
        }
    }

    /** The ids of all pictures, oldest first. */
    List<String> ids() throws IOException {
        try (Stream<Path> folders = Files.list(pictures)) {
            return folders.map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    /** A picture that is described already; empty if it is not. */
    Optional<Picture> find(String id) {
        Path folder = pictures.resolve(id);
        return Files.exists(folder.resolve(ABOUT)) ? load(folder).findFirst() : Optional.empty();
    }

    private Stream<Picture> load(Path folder) {
        String id = folder.getFileName().toString();
        try {
            About about = json.readValue(Files.readAllBytes(folder.resolve(ABOUT)), About.class);
            boolean done = Files.exists(folder.resolve(THUMBNAIL));
            PictureStatus status = done ? PictureStatus.DONE : PictureStatus.QUEUED;
            return Stream.of(
                    new Picture(id, about.batch(), about.name(), about.sample(), about.createdAt(), status, 0, null));
        } catch (IOException | JacksonException e) {
            log.warn(
                    "{} is left alone: it does not hold a readable {} ({})",
                    folder,
                    ABOUT,
                    e.getClass().getSimpleName());
            return Stream.empty();
        }
    }

    /** Deletes what this class wrote for a picture, and nothing else. */
    void delete(String id) {
        try {
            for (String name : List.of(ABOUT, ORIGINAL, THUMBNAIL)) {
                Files.deleteIfExists(file(id, name));
            }
            Files.deleteIfExists(pictures.resolve(id));
        } catch (DirectoryNotEmptyException e) {
            log.warn("{} is kept: somebody else has put files there", e.getFile());
        } catch (IOException e) {
            throw new UncheckedIOException("Picture " + id + " could not be deleted", e);
        }
    }

    private Path file(String id, String name) {
        return pictures.resolve(id).resolve(name);
    }

    /** Writes a file. */
    @FunctionalInterface
    interface Writing {
        void to(Path file) throws IOException;
    }

    /** Lets a file appear, or be replaced, at once and whole. */
    static void replace(Path file, Writing writing) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + "-" + UUID.randomUUID() + ".part");
        try {
            writing.to(part);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
