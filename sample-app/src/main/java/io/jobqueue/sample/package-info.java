/**
 * A picture service: pictures come in over HTTP, each becomes a job that makes a thumbnail, and a page shows how the jobs
 * go. {@code PictureJobs} is where the work is done, {@code Pictures} where it is enqueued.
 */
@NullMarked
package io.jobqueue.sample;

import org.jspecify.annotations.NullMarked;
