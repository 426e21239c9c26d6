package io.jobqueue.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

/**
 * Adds job queues to an application context: the default queue, those named under {@code job-queue.queues}, and everything
 * that runs {@link JobHandler} methods. Goes on any configuration class, any number of times.
 *
 * <p>With Spring Boot's auto-configuration the starter does this by itself. Without it this annotation is needed, and
 * metrics, health and the endpoint are not configured.
 *
 * <p>Queues are beans of type {@link io.jobqueue.JobQueue}. An injection point without a qualifier gets the default queue;
 * {@code @Qualifier("thumbnails")} selects one by its name. The default queue is not made if the application defines a
 * queue of its own.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Import(JobQueueBeans.class)
@EnableConfigurationProperties(JobQueueProperties.class)
public @interface EnableJobQueue {}
