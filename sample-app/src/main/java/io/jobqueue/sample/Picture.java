package io.jobqueue.sample;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A picture as the page and scripts see it.
 *
 * @param id sorts by the time the picture came; also the id of its job
 * @param batch the id of the first picture of the same request
 * @param name as the user called it; for showing only, never a path
 * @param sample the number of a drawn sample; null for an upload
 * @param createdAt when it came
 * @param status where it is
 * @param attempts how many attempts have begun
 * @param reason why the last attempt failed; null if none has, or it is done
 */
record Picture(
        String id,
        String batch,
        String name,
        @Nullable Integer sample,
        Instant createdAt,
        PictureStatus status,
        int attempts,
        @Nullable String reason) {

    Picture running(int attempt) {
        return with(PictureStatus.RUNNING, attempt, reason);
    }

    Picture retrying(int attempt, String why) {
        return with(PictureStatus.RETRYING, attempt, why);
    }

    Picture done(int attempt) {
        return with(PictureStatus.DONE, attempt, null);
    }

    Picture failed(int attempt, String why) {
        return with(PictureStatus.FAILED, attempt, why);
    }

    private Picture with(PictureStatus newStatus, int newAttempts, @Nullable String newReason) {
        return new Picture(id, batch, name, sample, createdAt, newStatus, newAttempts, newReason);
    }
}
