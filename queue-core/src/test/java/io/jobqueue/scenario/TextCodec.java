package io.jobqueue.scenario;

import io.jobqueue.spi.PayloadCodec;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Turns payloads into their text, and makes strings of it; cannot read the text {@code unreadable}. */
final class TextCodec implements PayloadCodec {

    static final String UNREADABLE = "unreadable";

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
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.equals(UNREADABLE)) {
            throw new IllegalStateException("cannot read '" + text + "'");
        }
        return text;
    }
}
