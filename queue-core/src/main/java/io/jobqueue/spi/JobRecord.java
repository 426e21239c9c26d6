package io.jobqueue.spi;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message as it is stored: what the producer said about it, unchanged for the whole life of the job.
 *
 * @param id unique within the queue
 * @param name selects the processor
 * @param payload {@code byte[]} for a storing backend, to be kept exactly as it came; in memory any object or null
 * @param contentType what the payload bytes are; {@link PayloadCodec#REFERENCE} if the payload is no byte array
 * @param headers kept with the job; unmodifiable
 * @param timeout over all attempts; null for the processor's; zero for none
 * @param attemptTimeout for each attempt; null for the processor's; zero for none
 * @param maxRetries extra attempts; null for the processor's
 */
public record JobRecord(
        String id,
        String name,
        @Nullable Object payload,
        String contentType,
        Map<String, String> headers,
        @Nullable Duration timeout,
        @Nullable Duration attemptTimeout,
        @Nullable Integer maxRetries) {

    public JobRecord {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(contentType, "contentType");
        Objects.requireNonNull(headers, "headers");
    }

    /** A record without options. */
    public static JobRecord of(String id, String name, byte[] payload, String contentType) {
        return new JobRecord(id, name, payload, contentType, Map.of(), null, null, null);
    }
}
