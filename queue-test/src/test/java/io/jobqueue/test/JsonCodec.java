package io.jobqueue.test;

import io.jobqueue.spi.PayloadCodec;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The codec that docs/testing.md shows. */
final class JsonCodec implements PayloadCodec {

    private final JsonMapper mapper = JsonMapper.shared();

    @Override
    public String contentType() {
        return "application/json";
    }

    @Override
    public byte[] encode(@Nullable Object payload) {
        return mapper.writeValueAsBytes(payload);
    }

    @Override
    public @Nullable Object decode(byte[] bytes, String contentType, Type type) {
        return mapper.readValue(bytes, mapper.constructType(type));
    }
}
