/**
 * How the scheduler must behave, as tests: each runs on platform and, where the JVM has them, virtual threads, with
 * several worker counts, and as often as the system property {@code scenarios.repeat} says.
 */
@NullMarked
package io.jobqueue.scenario;

import org.jspecify.annotations.NullMarked;
