package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.jobqueue.JobInterceptor;
import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueBuilder;
import io.jobqueue.JobQueueException;
import io.jobqueue.QueueClosedException;
import io.jobqueue.QueueFullException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class PicturesTest {

    @TempDir
    Path directory;

    private final PictureRegistry registry = new PictureRegistry();
    private final ArchiveProgress archive = new ArchiveProgress();
    private final List<AutoCloseable> open = new ArrayList<>();
    private PictureFolder folder;
    private PictureJobs jobs;

    @BeforeEach
    void openFolder() throws IOException {
        folder = new PictureFolder(new PictureProperties(directory, 100), JsonMapper.shared());
        jobs = new PictureJobs(folder, archive);
    }

    @AfterEach
    void closeQueues() throws Exception {
        for (AutoCloseable queue : open) {
            queue.close();
        }
    }

    @Test
    void afterSingletonsInstantiated_picturesOfAnEarlierRun_areFinished() throws IOException {
        String sample = folder.create();
        folder.describe(sample, new PictureFolder.About(sample, "sample-7.jpg", 7, Instant.EPOCH));
        String done = folder.create();
        folder.describe(done, new PictureFolder.About(done, "done.png", null, Instant.EPOCH));
        Files.writeString(folder.thumbnail(done), "as it was");
        Pictures pictures = pictures(JobQueue.builder("thumbnails"));
        pictures.afterSingletonsInstantiated();
        await().untilAsserted(() ->
                assertThat(registry.all()).extracting(Picture::status).containsOnly(PictureStatus.DONE));
        assertThat(folder.thumbnail(sample)).exists();
        assertThat(folder.thumbnail(done)).hasContent("as it was");
        assertThat(pictures.addSamples(1, 0)).extracting(Picture::sample).containsExactly(8);
    }

    @Test
    void afterSingletonsInstantiated_queueOutOfReach_comesUpAndKeepsThePictures() throws IOException {
        String open = folder.create();
        folder.describe(open, new PictureFolder.About(open, "sample-7.jpg", 7, Instant.EPOCH));
        JobInterceptor away = new JobInterceptor() {
            @Override
            public void beforeEnqueue(String queue, String name, Map<String, String> headers) {
                throw new JobQueueException("the store is away");
            }
        };
        pictures(JobQueue.builder("thumbnails").interceptor(away)).afterSingletonsInstantiated();
        assertThat(registry.all()).extracting(Picture::status).containsExactly(PictureStatus.QUEUED);
    }

    @Test
    void add_moreThanTheQueueTakes_keepsWhatWasAcceptedAndNothingElse() {
        Pictures pictures =
                pictures(JobQueue.builder("thumbnails").workerCount(0).capacity(2));
        assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> pictures.addSamples(5, 0));
        assertThat(registry.all()).hasSize(2);
        assertThat(directory.resolve("pictures").toFile().list()).hasSize(2);
    }

    @Test
    void add_unreadableUpload_addsNothing() {
        Pictures pictures = pictures(JobQueue.builder("thumbnails"));
        Pictures.Source good = new Pictures.Source("a", null, () -> new ByteArrayInputStream(new byte[1]));
        Pictures.Source bad = new Pictures.Source("b", null, () -> {
            throw new IOException("broken connection");
        });
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> pictures.add(List.of(good, bad)));
        assertThat(registry.all()).isEmpty();
        assertThat(directory.resolve("pictures")).isEmptyDirectory();
    }

    @Test
    void addSamples_everyThirdCorrupt_spreadsThemEvenly() throws IOException {
        Pictures pictures = pictures(JobQueue.builder("thumbnails").workerCount(0));
        assertThat(pictures.addSamples(9, 3))
                .extracting(picture -> picture.sample() == null)
                .containsExactly(false, false, true, false, false, true, false, false, true);
    }

    @Test
    void buildArchive_queueClosed_failsVisibly() throws Exception {
        Pictures pictures = pictures(JobQueue.builder("thumbnails"));
        pictures.addSamples(1, 0);
        await().until(() -> registry.all().get(0).status() == PictureStatus.DONE);
        open.get(1).close();
        assertThatExceptionOfType(QueueClosedException.class).isThrownBy(pictures::buildArchive);
        assertThat(archive.current().status()).isEqualTo(Archive.Status.FAILED);
    }

    private Pictures pictures(JobQueueBuilder builder) {
        PictureProgress progress = new PictureProgress(registry);
        builder.listener(progress);
        JobQueue thumbnails = builder.processor(
                        ThumbnailJob.NAME, ThumbnailJob.class, (job, context) -> jobs.makeThumbnail(job))
                .build();
        JobQueue archives = JobQueue.builder(ArchiveJob.QUEUE)
                .processor(ArchiveJob.NAME, ArchiveJob.class, jobs::buildArchive)
                .build();
        open.add(thumbnails);
        open.add(archives);
        thumbnails.start();
        archives.start();
        return new Pictures(folder, registry, archive, thumbnails, archives, new PictureProperties(directory, 100));
    }
}
