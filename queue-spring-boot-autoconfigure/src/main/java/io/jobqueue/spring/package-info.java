/**
 * JobQueue in a Spring application: what it imports ({@link io.jobqueue.spring.EnableJobQueue}, {@link
 * io.jobqueue.spring.JobHandler}), what it may replace or adjust, and, package-private, the beans behind them.
 */
@NullMarked
package io.jobqueue.spring;

import org.jspecify.annotations.NullMarked;
