package io.jobqueue.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.core.annotation.AliasFor;

/**
 * Makes a method of a bean the handler of all jobs of one name.
 *
 * <p>The method may take the payload, of any type, and a {@link io.jobqueue.JobContext}, in any order; it may take neither.
 * It must not be private. Returning means success, an exception is a failed attempt; what it returns is ignored, so it
 * must not return before its work is done.
 *
 * <p>Attributes are strings, so that they may hold placeholders such as {@code ${thumbnails.timeout}}. An empty one stands
 * for the queue's setting. Durations are written like {@code 500ms}, {@code 10s}, {@code 5m} or {@code PT1H}.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
public @interface JobHandler {

    /** The name of the jobs. */
    @AliasFor("name")
    String value() default "";

    /** The name of the jobs. */
    @AliasFor("value")
    String name() default "";

    /** The name of the queue; empty for the default queue. */
    String queue() default "";

    /** Limit over all attempts and the delays between them; {@code 0} for none. */
    String timeout() default "";

    /** Limit of each attempt; {@code 0} for none. */
    String attemptTimeout() default "";

    /** How many extra attempts follow a failed one. */
    String maxRetries() default "";

    /** The delay before the first retry. */
    String retryDelay() default "";

    /** The factor from one delay to the next; {@code 1} for a fixed delay. */
    String retryMultiplier() default "";

    /** The longest delay. */
    String retryMaxDelay() default "";

    /** The random part of each delay, from {@code 0} to {@code 1}. */
    String retryJitter() default "";

    /** Retry these exceptions and their subclasses only; none for all. */
    Class<? extends Throwable>[] retryOn() default {};

    /** Never retry these exceptions and their subclasses. */
    Class<? extends Throwable>[] abortOn() default {};
}
