package io.jobqueue.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** What the page and scripts can ask for. Errors are answered as problem details whose {@code detail} is for people. */
@RestController
@RequestMapping("/api")
final class PictureController {

    private static final int MAX_SAMPLES = 1000;
    private static final int MAX_NAME = 100;

    private final Pictures pictures;
    private final PictureRegistry registry;
    private final PictureFolder folder;
    private final ArchiveProgress archive;
    private final LiveUpdates updates;

    PictureController(
            Pictures pictures,
            PictureRegistry registry,
            PictureFolder folder,
            ArchiveProgress archive,
            LiveUpdates updates) {
        this.pictures = pictures;
        this.registry = registry;
        this.folder = folder;
        this.archive = archive;
        this.updates = updates;
    }

    @PostMapping("/samples")
    @ResponseStatus(HttpStatus.ACCEPTED)
    List<Picture> addSamples(
            @RequestParam(defaultValue = "300") int count, @RequestParam(defaultValue = "0") int corrupt)
            throws IOException {
        requireRange("count", count, 1, MAX_SAMPLES);
        requireRange("corrupt", corrupt, 0, count);
        return pictures.addSamples(count, corrupt);
    }

    @PostMapping(path = "/pictures", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    List<Picture> addUploads(@RequestParam(name = "file", required = false) List<MultipartFile> files)
            throws IOException {
        if (files == null || files.isEmpty()) {
            throw badRequest("No file was sent; send pictures as parts named 'file'");
        }
        for (MultipartFile file : files) {
            if (file.isEmpty()) {
                throw badRequest("'" + displayName(file) + "' is empty; nothing was taken");
            }
        }
        return pictures.add(files.stream()
                .map(file -> new Pictures.Source(displayName(file), null, file::getInputStream))
                .toList());
    }

    @GetMapping("/pictures")
    List<Picture> all() {
        return registry.all();
    }

    @GetMapping("/pictures/{id}")
    Picture one(@PathVariable String id) {
        return find(id);
    }

    @DeleteMapping("/pictures")
    Map<String, Integer> removeEnded() {
        return Map.of("removed", pictures.removeEnded());
    }

    @GetMapping("/pictures/{id}/thumbnail")
    ResponseEntity<Resource> thumbnail(@PathVariable String id) {
        Picture picture = find(id);
        if (picture.status() != PictureStatus.DONE) {
            throw notFound("Picture '" + id + "' has no thumbnail, it is "
                    + picture.status().text());
        }
        return ResponseEntity.ok()
                .contentType(MediaType.IMAGE_JPEG)
                .cacheControl(CacheControl.maxAge(Duration.ofDays(365)).immutable())
                .body(new FileSystemResource(folder.thumbnail(id)));
    }

    @PostMapping("/archive")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Archive buildArchive() {
        if (!pictures.buildArchive()) {
            throw new ResponseStatusException(HttpStatus.CONFLICT, "There are no thumbnails to pack yet");
        }
        return archive.current();
    }

    @GetMapping("/archive")
    Archive archive() {
        return archive.current();
    }

    @GetMapping("/archive/thumbnails.zip")
    ResponseEntity<Resource> download() {
        Path file = folder.archive();
        if (!Files.exists(file)) {
            throw notFound("There is no archive; build one by POST /api/archive");
        }
        ContentDisposition attachment =
                ContentDisposition.attachment().filename("thumbnails.zip").build();
        return ResponseEntity.ok()
                .contentType(MediaType.parseMediaType("application/zip"))
                .header(HttpHeaders.CONTENT_DISPOSITION, attachment.toString())
                .cacheControl(CacheControl.noStore())
                .body(new FileSystemResource(file));
    }

    @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter events() {
        return updates.open()
                .orElseThrow(() -> new ResponseStatusException(
                        HttpStatus.SERVICE_UNAVAILABLE, "Too many pages are open, or the service is stopping"));
    }

    private Picture find(String id) {
        return registry.find(id).orElseThrow(() -> notFound("There is no picture '" + id + "'"));
    }

    /** What people called the file, without its folders; never used as a path. */
    private static String displayName(MultipartFile file) {
        String sent = file.getOriginalFilename() == null ? "" : file.getOriginalFilename();
        String name = sent.substring(1 + Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')))
                .replaceAll("\\p{Cntrl}", "")
                .strip();
        return name.isEmpty() ? "unnamed" : name.substring(0, Math.min(MAX_NAME, name.length()));
    }

    private static void requireRange(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw badRequest(name + ": " + value + " must be between " + min + " and " + max);
        }
    }

    private static ResponseStatusException badRequest(String reason) {
        return new ResponseStatusException(HttpStatus.BAD_REQUEST, reason);
    }

    private static ResponseStatusException notFound(String reason) {
        return new ResponseStatusException(HttpStatus.NOT_FOUND, reason);
    }
}
