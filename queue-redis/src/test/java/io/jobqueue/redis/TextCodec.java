package io.jobqueue.redis;

import io.jobqueue.spi.PayloadCodec;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Payloads are texts. */
public final class TextCodec implements PayloadCodec {

    @Override
    public String contentType() {
        return "text/plain";
    }

    @Override
    public byte[] encode(@Nullable Object payload) {
        return String.valueOf(payload).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object decode(byte[] bytes, String contentType, Type type) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
