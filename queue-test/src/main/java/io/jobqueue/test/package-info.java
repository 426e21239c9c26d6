/**
 * For users: {@link io.jobqueue.test.TestJobQueue} runs jobs on the test's own thread, one after the other and by a clock
 * that only the test moves; {@link io.jobqueue.test.JobQueueExtension} brings one to each JUnit test.
 */
@NullMarked
package io.jobqueue.test;

import org.jspecify.annotations.NullMarked;
