package io.jobqueue.spring;

import io.jobqueue.JobDefinition;
import io.jobqueue.JobProcessor;
import io.jobqueue.retry.RetryPolicy;
import java.lang.reflect.Type;
import java.util.function.Consumer;
import java.util.function.Function;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.StringValueResolver;

/** The attributes of one {@link JobHandler} with their placeholders resolved. */
final class HandlerAttributes {

    private final JobHandler annotation;
    private final String method;
    private final StringValueResolver resolver;

    /**
     * @param method describes the annotated method in messages
     */
    HandlerAttributes(JobHandler annotation, String method, StringValueResolver resolver) {
        this.annotation = annotation;
        this.method = method;
        this.resolver = resolver;
    }

    String name() {
        String name = resolve("name", annotation.name());
        if (name.isEmpty()) {
            throw new InvalidJobQueueException(
                    method + " has no name.", "Name the jobs that it handles: @JobHandler(\"thumbnail\").");
        }
        return name;
    }

    /** Empty for the default queue. */
    String queue() {
        return resolve("queue", annotation.queue());
    }

    JobDefinition define(Type payloadType, JobProcessor<?> processor) {
        try {
            return JobDefinition.ofType(name(), payloadType, processor);
        } catch (IllegalArgumentException e) {
            throw invalid("name", annotation.name(), name(), e);
        }
    }

    /**
     * Adds what the attributes say to a definition.
     *
     * @param base the queue's retry policy
     */
    JobDefinition applyTo(JobDefinition definition, RetryPolicy base) {
        JobDefinition[] result = {definition};
        apply(
                "timeout",
                annotation.timeout(),
                DurationStyle::detectAndParse,
                timeout -> result[0] = result[0].withTimeout(timeout));
        apply(
                "attemptTimeout",
                annotation.attemptTimeout(),
                DurationStyle::detectAndParse,
                timeout -> result[0] = result[0].withAttemptTimeout(timeout));
        RetryPolicy retry = retryPolicy(base);
        return retry.equals(base) ? result[0] : result[0].withRetry(retry);
    }

    private RetryPolicy retryPolicy(RetryPolicy base) {
        RetryPolicyBuilder retry = new RetryPolicyBuilder(base);
        apply("maxRetries", annotation.maxRetries(), Integer::valueOf, retry::maxRetries);
        apply("retryDelay", annotation.retryDelay(), DurationStyle::detectAndParse, retry::delay);
        apply("retryMultiplier", annotation.retryMultiplier(), Double::valueOf, retry::multiplier);
        apply("retryMaxDelay", annotation.retryMaxDelay(), DurationStyle::detectAndParse, retry::maxDelay);
        apply("retryJitter", annotation.retryJitter(), Double::valueOf, retry::jitter);
        if (annotation.retryOn().length > 0) {
            retry.retryOn(annotation.retryOn());
        }
        if (annotation.abortOn().length > 0) {
            retry.abortOn(annotation.abortOn());
        }
        return retry.build();
    }

    private <T> void apply(String attribute, String text, Function<String, T> parser, Consumer<T> target) {
        String value = resolve(attribute, text);
        if (value.isEmpty()) {
            return;
        }
        try {
            target.accept(parser.apply(value));
        } catch (IllegalArgumentException e) {
            throw invalid(attribute, text, value, e);
        }
    }

    private String resolve(String attribute, String text) {
        try {
            String value = resolver.resolveStringValue(text);
            return value == null ? "" : value.strip();
        } catch (RuntimeException e) { // placeholders and expressions fail in many ways
            throw invalid(attribute, text, text, e);
        }
    }

    private InvalidJobQueueException invalid(String attribute, String text, String value, Exception cause) {
        String origin = text.equals(value) ? "" : ", which comes from '" + text + "'";
        return new InvalidJobQueueException(
                method + " has the " + attribute + " '" + value + "'" + origin + ", which is not valid: "
                        + cause.getMessage(),
                "Correct the attribute " + attribute + " of the annotation, or the property behind it.");
    }
}
