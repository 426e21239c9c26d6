package io.jobqueue.sample;

import io.jobqueue.JobQueue;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** What the page shows, at one moment. */
@Component
final class Board {

    private final PictureRegistry pictures;
    private final ArchiveProgress archive;
    private final List<JobQueue> queues;

    /**
     * What changed since the last one.
     *
     * @param complete whether the pictures are all there are, rather than the changed ones
     */
    record Update(boolean complete, List<Picture> pictures, List<QueueView> queues, Archive archive) {

        boolean tellsMoreThan(Update before) {
            return complete || !pictures.isEmpty() || !queues.equals(before.queues) || !archive.equals(before.archive);
        }
    }

    Board(
            PictureRegistry pictures,
            ArchiveProgress archive,
            @Qualifier(ThumbnailJob.QUEUE) JobQueue thumbnails,
            @Qualifier(ArchiveJob.QUEUE) JobQueue archives) {
        this.pictures = pictures;
        this.archive = archive;
        this.queues = List.of(thumbnails, archives);
    }

    PictureRegistry.Changes changesSince(long version) {
        return pictures.changesSince(version);
    }

    Update update(PictureRegistry.Changes changes) {
        return new Update(
                changes.complete(),
                changes.pictures(),
                queues.stream().map(QueueView::of).toList(),
                archive.current());
    }
}
