package io.jobqueue.sample;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Where a picture is on its way to a thumbnail. */
enum PictureStatus {
    /** Its job waits. */
    QUEUED,
    /** A worker has it. */
    RUNNING,
    /** An attempt failed, another follows. */
    RETRYING,
    /** Its thumbnail is there. */
    DONE,
    /** There will be no thumbnail. */
    FAILED;

    boolean isEnded() {
        return this == DONE || this == FAILED;
    }

    @JsonValue
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
