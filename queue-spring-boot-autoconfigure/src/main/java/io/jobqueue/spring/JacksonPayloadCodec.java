package io.jobqueue.spring;

import io.jobqueue.spi.PayloadCodec;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import tools.jackson.databind.json.JsonMapper;

/** Writes payloads as JSON. The type to read comes from the handler, never from the bytes. */
final class JacksonPayloadCodec implements PayloadCodec {

    private static final String JSON = "application/json";

    private final JsonMapper mapper;

    JacksonPayloadCodec(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /** With the application's mapper, or else a plain one. */
    static JacksonPayloadCodec of(ListableBeanFactory beans) {
        return new JacksonPayloadCodec(beans.getBeanProvider(JsonMapper.class)
                .getIfUnique(() -> JsonMapper.builder().build()));
    }

    @Override
    public String contentType() {
        return JSON;
    }

    @Override
    public byte[] encode(@Nullable Object payload) {
        return mapper.writeValueAsBytes(payload);
    }

    @Override
    public @Nullable Object decode(byte[] bytes, String contentType, Type type) {
        if (!contentType.equals(JSON)) {
            throw new IllegalArgumentException("content type: '" + contentType + "' cannot be read; expected " + JSON);
        }
        return mapper.readValue(bytes, mapper.constructType(type));
    }
}
