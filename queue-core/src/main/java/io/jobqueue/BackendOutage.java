package io.jobqueue;

import java.time.Duration;

/**
 * That a storing backend does not answer.
 *
 * @param operation what was tried last: {@code claim}, {@code settle}, {@code extend} or {@code inspect}
 * @param error why it failed
 * @param lasting since when nothing has worked
 */
public record BackendOutage(String operation, Throwable error, Duration lasting) {}
