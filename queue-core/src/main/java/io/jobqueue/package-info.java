/**
 * What a user of JobQueue imports: the queue, its builder, jobs and the reports about them.
 *
 * <p>Start with {@link io.jobqueue.JobQueue#builder(String)}.
 */
@NullMarked
package io.jobqueue;

import org.jspecify.annotations.NullMarked;
