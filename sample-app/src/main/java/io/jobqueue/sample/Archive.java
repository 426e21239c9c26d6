package io.jobqueue.sample;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The ZIP file of all thumbnails as the page and scripts see it.
 *
 * @param status where it is
 * @param done how many pictures are packed
 * @param total how many there are to pack
 * @param bytes the file's size; 0 before it is done
 * @param reason why it failed; null if it has not
 */
record Archive(
        Status status,
        int done,
        int total,
        long bytes,
        @Nullable String reason) {

    static final Archive NONE = new Archive(Status.NONE, 0, 0, 0, null);

    /** Where an archive is. */
    enum Status {
        NONE,
        QUEUED,
        RUNNING,
        DONE,
        FAILED;

        boolean isUnderWay() {
            return this == QUEUED || this == RUNNING;
        }

        @JsonValue
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
