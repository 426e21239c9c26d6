package io.jobqueue.sample;

import org.jspecify.annotations.Nullable;

/**
 * The payload of a job that makes a thumbnail.
 *
 * @param picture the picture's id
 * @param sample the number of the sample to paint; null if the picture was uploaded
 */
record ThumbnailJob(String picture, @Nullable Integer sample) {

    static final String NAME = "thumbnail";
    static final String QUEUE = "thumbnails";
}
