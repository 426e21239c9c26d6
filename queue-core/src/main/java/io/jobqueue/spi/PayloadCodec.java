package io.jobqueue.spi;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Turns payloads into bytes and back. Thread-safe. */
public interface PayloadCodec {

    /** The content type of payloads that are kept in memory as they are. */
    String REFERENCE = "application/x-java-object";

    /** What the bytes are, for example {@code application/json}; stored with each job. */
    String contentType();

    /** Any exception refuses the job; it is thrown to the producer. */
    byte[] encode(@Nullable Object payload) throws Exception;

    /**
     * Makes a payload of bytes. Any exception means that they cannot be read now: the job is released with a delay and
     * this reason, and becomes dead when it is too old.
     *
     * @param type what the processor takes
     */
    @Nullable
    Object decode(byte[] bytes, String contentType, Type type) throws Exception;
}
