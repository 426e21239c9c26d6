package io.jobqueue.test;

import io.jobqueue.EnqueueOptions;
import org.jspecify.annotations.Nullable;

/**
 * A message that was enqueued.
 *
 * @param id its id, given or generated
 * @param name the job's name
 * @param payload what was enqueued, before any codec
 * @param options the options it was enqueued with
 */
public record CapturedJob(String id, String name, @Nullable Object payload, EnqueueOptions options) {}
