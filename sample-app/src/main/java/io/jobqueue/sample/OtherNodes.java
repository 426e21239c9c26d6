package io.jobqueue.sample;

import io.jobqueue.JobQueue;
import io.jobqueue.spi.JobDetails;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.QueueInspection;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;

/**
 * What other nodes do to the pictures that all nodes share when the queue is shared: they add pictures, finish them, and
 * give them up. Listeners hear only of the jobs of their own node, so this looks into the common folder and among the dead
 * jobs.
 */
@Component
@ConditionalOnExpression("'${job-queue.backend:memory}' != 'memory'")
final class OtherNodes implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(OtherNodes.class);
    private static final long PERIOD_SECONDS = 1;
    private static final int DEAD_JOBS_SHOWN = 500;

    private final PictureFolder folder;
    private final PictureRegistry pictures;
    private final JobQueue thumbnails;
    private volatile @Nullable ScheduledExecutorService timer;

    /** Whether the last look failed; of the timer's thread. */
    private boolean isBlind;

    OtherNodes(PictureFolder folder, PictureRegistry pictures, @Qualifier(ThumbnailJob.QUEUE) JobQueue thumbnails) {
        this.folder = folder;
        this.pictures = pictures;
        this.thumbnails = thumbnails;
    }

    @Override
    public void start() {
        ScheduledExecutorService started =
                Executors.newSingleThreadScheduledExecutor(new CustomizableThreadFactory("other-nodes-"));
        var unused = started.scheduleWithFixedDelay(this::look, 0, PERIOD_SECONDS, TimeUnit.SECONDS);
        timer = started;
    }

    @Override
    public void stop() {
        ScheduledExecutorService running = timer;
        timer = null;
        if (running != null) {
            running.shutdownNow();
        }
    }

    @Override
    public boolean isRunning() {
        return timer != null;
    }

    private void look() {
        try {
            for (String id : folder.ids()) {
                lookAt(id);
            }
            thumbnails.inspection().ifPresent(this::lookAtDeadJobs);
            isBlind = false;
        } catch (IOException | RuntimeException e) {
            if (!isBlind) {
                log.warn("Cannot see what other nodes do, trying again: {}", e.toString());
            }
            isBlind = true;
        }
    }

    private void lookAt(String id) {
        Optional<Picture> known = pictures.find(id);
        if (known.isEmpty()) {
            folder.find(id).ifPresent(added -> pictures.addAll(List.of(added), Integer.MAX_VALUE));
        } else if (known.get().status() != PictureStatus.DONE && folder.hasThumbnail(id)) {
            pictures.update(id, picture -> picture.done(picture.attempts()));
        }
    }

    private void lookAtDeadJobs(QueueInspection inspection) {
        for (JobDetails job : inspection.list(JobState.DEAD, DEAD_JOBS_SHOWN, null)) {
            String reason = job.reason() == null ? "It failed on another node" : job.reason();
            pictures.find(job.record().id())
                    .filter(picture -> !picture.status().isEnded())
                    .ifPresent(picture -> pictures.update(picture.id(), p -> p.failed(job.attempts(), reason)));
        }
    }
}
