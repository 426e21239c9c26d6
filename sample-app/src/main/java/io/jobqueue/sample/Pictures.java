package io.jobqueue.sample;

import io.jobqueue.DuplicateJobException;
import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueException;
import io.jobqueue.JobRejectedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Service;

/** Takes pictures in, and enqueues a job for each. */
@Service
final class Pictures implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(Pictures.class);

    private final PictureFolder folder;
    private final PictureRegistry registry;
    private final ArchiveProgress archive;
    private final JobQueue thumbnails;
    private final JobQueue archives;
    private final int limit;
    private final AtomicInteger lastSample = new AtomicInteger();

    /** What a picture is made of: a sample's number, or content. */
    record Source(
            String name, @Nullable Integer sample, @Nullable Content content) {}

    /** The content of a picture. */
    @FunctionalInterface
    interface Content {
        InputStream open() throws IOException;
    }

    Pictures(
            PictureFolder folder,
            PictureRegistry registry,
            ArchiveProgress archive,
            @Qualifier(ThumbnailJob.QUEUE) JobQueue thumbnails,
            @Qualifier(ArchiveJob.QUEUE) JobQueue archives,
            PictureProperties properties) {
        this.folder = folder;
        this.registry = registry;
        this.archive = archive;
        this.thumbnails = thumbnails;
        this.archives = archives;
        this.limit = properties.limit();
    }

    /**
     * Goes on with the pictures of an earlier run, before requests can add new ones. A queue in memory has lost the jobs of
     * a crash; a stored queue has kept them, and says so.
     */
    @Override
    public void afterSingletonsInstantiated() {
        List<Picture> known = loadFolder();
        registry.addAll(known, Integer.MAX_VALUE);
        for (Picture picture : known) {
            if (picture.sample() != null) {
                lastSample.accumulateAndGet(picture.sample(), Math::max);
            }
        }
        goOnWith(known.stream().filter(picture -> !picture.status().isEnded()).toList());
    }

    /** A service must come up while its store is away, which has kept the jobs, as a rule. */
    private void goOnWith(List<Picture> open) {
        try {
            open.forEach(this::enqueue);
        } catch (JobRejectedException refused) {
            throw refused;
        } catch (JobQueueException away) {
            log.warn(
                    "{} pictures of an earlier run wait for their jobs to be found in the queue, which cannot be asked now: {}",
                    open.size(),
                    away.getMessage());
        }
    }

    private List<Picture> loadFolder() {
        try {
            return folder.load();
        } catch (IOException e) {
            throw new UncheckedIOException("The pictures of an earlier run cannot be read", e);
        }
    }

    /** Adds numbered samples, some of them damaged, spread evenly. */
    List<Picture> addSamples(int count, int corrupt) throws IOException {
        List<Source> sources = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = lastSample.incrementAndGet();
            boolean damaged = (i + 1) * corrupt / count > i * corrupt / count;
            sources.add(
                    damaged
                            ? new Source("damaged-" + number + ".jpg", null, Pictures::damagedPicture)
                            : new Source("sample-" + number + ".jpg", number, null));
        }
        return add(sources);
    }

    /**
     * Adds pictures and enqueues their jobs.
     *
     * @throws TooManyPicturesException if there are too many; then none is added
     * @throws JobRejectedException if the queue takes no more; then the rest is not added
     */
    List<Picture> add(List<Source> sources) throws IOException {
        List<Picture> added = new ArrayList<>();
        try {
            for (Source source : sources) {
                added.add(store(source, added.isEmpty() ? null : added.get(0).batch()));
            }
        } catch (IOException | RuntimeException e) {
            discard(added);
            throw e;
        }
        if (!registry.addAll(added, limit)) {
            discard(added);
            throw new TooManyPicturesException(added.size(), limit);
        }
        for (int i = 0; i < added.size(); i++) {
            try {
                enqueue(added.get(i));
            } catch (RuntimeException e) {
                discard(added.subList(i, added.size()));
                throw e;
            }
        }
        return added;
    }

    private Picture store(Source source, @Nullable String batchOfFirst) throws IOException {
        String id = folder.create();
        String batch = batchOfFirst == null ? id : batchOfFirst;
        Instant now = Instant.now();
        try {
            if (source.content() != null) {
                try (InputStream content = source.content().open()) {
                    folder.storeOriginal(id, content);
                }
            }
            folder.describe(id, new PictureFolder.About(batch, source.name(), source.sample(), now));
        } catch (IOException | RuntimeException e) {
            folder.delete(id);
            throw e;
        }
        return new Picture(id, batch, source.name(), source.sample(), now, PictureStatus.QUEUED, 0, null);
    }

    private void enqueue(Picture picture) {
        EnqueueOptions options = EnqueueOptions.defaults().withId(picture.id());
        try {
            thumbnails.enqueue(ThumbnailJob.NAME, new ThumbnailJob(picture.id(), picture.sample()), options);
        } catch (DuplicateJobException known) {
            log.debug("Picture {} is in the queue already, from before a restart or from another node", picture.id());
        }
    }

    private void discard(List<Picture> pictures) {
        registry.remove(pictures);
        pictures.forEach(picture -> folder.delete(picture.id()));
    }

    /** Forgets and deletes pictures that are done or failed. */
    int removeEnded() {
        List<Picture> removed = registry.removeEnded();
        removed.forEach(picture -> folder.delete(picture.id()));
        return removed.size();
    }

    /** Builds an archive of the thumbnails there are now, unless one is being built. False if there are none. */
    boolean buildArchive() {
        List<ArchiveJob.Item> items = registry.all().stream()
                .filter(picture -> picture.status() == PictureStatus.DONE)
                .map(picture -> new ArchiveJob.Item(picture.id(), picture.name()))
                .toList();
        if (items.isEmpty()) {
            return false;
        }
        if (archive.begin(items.size())) {
            try {
                archives.enqueue(ArchiveJob.NAME, new ArchiveJob(items));
            } catch (RuntimeException e) {
                archive.failed("It could not be queued: " + e.getMessage());
                throw e;
            }
        }
        return true;
    }

    /** Begins like a JPEG file. */
    private static InputStream damagedPicture() {
        byte[] content = new byte[2048];
        new Random(content.length).nextBytes(content);
        byte[] start = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xE0, 0, 16, 'J', 'F', 'I', 'F', 0, 1, 1};
        System.arraycopy(start, 0, content, 0, start.length);
        return new ByteArrayInputStream(content);
    }
}
