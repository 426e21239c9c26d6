package io.jobqueue.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;

/** Enables JobQueue in every application that has it on its class path, unless {@code job-queue.enabled} is false. */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = JobQueueProperties.PREFIX + ".enabled", matchIfMissing = true)
@EnableJobQueue
public final class JobQueueAutoConfiguration {}
