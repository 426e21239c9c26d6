/** The meters {@code job.queue.*} in Micrometer. */
@NullMarked
package io.jobqueue.spring.metrics;

import org.jspecify.annotations.NullMarked;
