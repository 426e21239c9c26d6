package io.jobqueue.sample;

import io.jobqueue.JobOutcome;
import io.jobqueue.event.JobEvent;
import io.jobqueue.event.JobListener;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Component;

/** Keeps the status of pictures up to date with their jobs. A job's id is its picture's id. */
@Component
final class PictureProgress implements JobListener {

    private final PictureRegistry pictures;

    PictureProgress(PictureRegistry pictures) {
        this.pictures = pictures;
    }

    @Override
    public void started(JobEvent event) {
        update(event, picture -> picture.running(event.attempt()));
    }

    @Override
    public void retried(JobEvent event) {
        update(event, picture -> picture.retrying(event.attempt(), Reasons.of(event)));
    }

    @Override
    public void completed(JobEvent event) {
        update(
                event,
                picture -> event.outcome() == JobOutcome.SUCCEEDED
                        ? picture.done(event.attempt())
                        : picture.failed(event.attempt(), Reasons.of(event)));
    }

    private void update(JobEvent event, UnaryOperator<Picture> change) {
        String id = event.id();
        if (id != null && event.queue().equals(ThumbnailJob.QUEUE)) { // listeners hear of all queues
            pictures.update(id, change);
        }
    }
}
