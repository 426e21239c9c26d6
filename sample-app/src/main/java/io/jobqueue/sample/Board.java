package io.jobqueue.sample;

import io.jobqueue.JobQueue;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** What the page shows, at one moment. */
@Component
final class Board {

    private final PictureRegistry pictures;
    private final ArchiveProgress archive;
    private final List<JobQueue> queues;
    private final MeterRegistry meters;

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
            @Qualifier(ArchiveJob.QUEUE) JobQueue archives,
            MeterRegistry meters) {
        this.pictures = pictures;
        this.archive = archive;
        this.queues = List.of(thumbnails, archives);
        this.meters = meters;
    }

    PictureRegistry.Changes changesSince(long version) {
        return pictures.changesSince(version);
    }

    Update update(PictureRegistry.Changes changes) {
        return new Update(
                changes.complete(),
                changes.pictures(),
                queues.stream().map(queue -> QueueView.of(queue, meters)).toList(),
                archive.current());
    }
}
