package io.jobqueue.sample;

import java.util.List;

/**
 * The payload of a job that builds a ZIP file of thumbnails.
 *
 * @param items what to put into it
 */
record ArchiveJob(List<Item> items) {

    static final String NAME = "archive";
    static final String QUEUE = "archive";

    /** A picture and how it is called. */
    record Item(String picture, String name) {}
}
