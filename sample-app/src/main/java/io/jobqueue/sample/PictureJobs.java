package io.jobqueue.sample;

import io.jobqueue.JobContext;
import io.jobqueue.spring.JobHandler;
import java.awt.image.BufferedImage;
import java.io.IOException;
import org.springframework.stereotype.Component;

/** The jobs of this service. All that makes a method a job is its annotation. */
@Component
final class PictureJobs {

    private final PictureFolder folder;
    private final ArchiveProgress archive;

    PictureJobs(PictureFolder folder, ArchiveProgress archive) {
        this.folder = folder;
        this.archive = archive;
    }

    /** Fails for a file that is not a picture; the queue's retry settings say how often it is tried. */
    @JobHandler(name = ThumbnailJob.NAME, queue = ThumbnailJob.QUEUE)
    public void makeThumbnail(ThumbnailJob job) throws IOException {
        BufferedImage picture = job.sample() == null
                ? Thumbnailer.read(folder.original(job.picture()))
                : SamplePainter.paint(job.sample());
        Thumbnailer.write(Thumbnailer.scale(picture), folder.thumbnail(job.picture()));
    }

    @JobHandler(name = ArchiveJob.NAME, queue = ArchiveJob.QUEUE)
    public void buildArchive(ArchiveJob job, JobContext context) throws IOException {
        ArchiveBuilder builder = new ArchiveBuilder(folder, job.items());
        long bytes = builder.build(done -> {
            if (context.isEnded()) {
                throw new IllegalStateException("The archive was given up after " + done + " pictures");
            }
            archive.packed(done, job.items().size());
        });
        archive.ready(job.items().size(), bytes);
    }
}
