/** Observations, and with them traces, of jobs: one when a job is enqueued, one around each attempt. */
@NullMarked
package io.jobqueue.spring.observation;

import org.jspecify.annotations.NullMarked;
