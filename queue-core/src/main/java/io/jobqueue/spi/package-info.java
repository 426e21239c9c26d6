/**
 * What the author of a backend implements: {@link io.jobqueue.spi.JobBackend}, and optionally
 * {@link io.jobqueue.spi.QueueInspection}. A backend proves itself by passing the contract suite of the module {@code
 * queue-test}.
 */
@NullMarked
package io.jobqueue.spi;

import org.jspecify.annotations.NullMarked;
