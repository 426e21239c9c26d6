/**
 * The scheduler. Not for use outside JobQueue's own modules: anything here may change in any release.
 *
 * <p>The flow, by class: {@code DefaultJobQueue} accepts jobs, {@code Dispatcher} creates and retires {@code Worker}s
 * (and claims for storing backends), {@code Slots} bounds them, a {@code Worker} runs attempts, its {@code Attempt} cell
 * decides the single result, {@code Watchdog} ends overdue attempts, {@code Lifecycle} owns the state.
 */
@NullMarked
package io.jobqueue.internal;

import org.jspecify.annotations.NullMarked;
