package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.spi.PayloadCodec;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.core.ParameterizedTypeReference;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

class JacksonPayloadCodecTest {

    private final PayloadCodec codec =
            new JacksonPayloadCodec(JsonMapper.builder().build());

    record Everything(
            Instant at,
            Duration length,
            LocalDate day,
            Optional<String> maybe,
            List<Box<Inner>> boxes,
            Map<String, Inner> byName) {}

    record Inner(String text) {}

    record Box<T>(T content) {}

    @Test
    void payload_ofManyTypes_comesBackEqual() throws Exception {
        Everything payload = new Everything(
                Instant.EPOCH,
                Duration.ofMillis(1500),
                LocalDate.of(2026, 2, 28),
                Optional.of("x"),
                List.of(new Box<>(new Inner("a"))),
                Map.of("b", new Inner("c")));
        byte[] bytes = codec.encode(payload);
        assertThat(codec.decode(bytes, codec.contentType(), Everything.class)).isEqualTo(payload);
    }

    @Test
    void payload_generic_isReadAsHandlersType() throws Exception {
        byte[] bytes = codec.encode(List.of(new Box<>(new Inner("a"))));
        Object read = codec.decode(
                bytes, "application/json", new ParameterizedTypeReference<List<Box<Inner>>>() {}.getType());
        assertThat(read).isEqualTo(List.of(new Box<>(new Inner("a"))));
    }

    @Test
    void payload_null_comesBackNull() throws Exception {
        assertThat(codec.decode(codec.encode(null), "application/json", Inner.class))
                .isNull();
        assertThat(codec.decode(codec.encode(null), "application/json", Void.class))
                .isNull();
    }

    @Test
    void contentType_other_isRefused() {
        assertThatThrownBy(() -> codec.decode(new byte[0], "application/cbor", Inner.class))
                .hasMessageContaining("application/cbor");
    }

    @Test
    void mapper_ofApplication_isUsedWithItsCustomizers() {
        ScriptedBackend backend = new ScriptedBackend();
        Contexts.runner()
                .withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class))
                .withBean(
                        JsonMapperBuilderCustomizer.class,
                        () -> builder -> builder.propertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE))
                .withBean(JobBackendFactory.class, backend::factory)
                .withPropertyValues("job-queue.backend=scripted")
                .run(context -> {
                    context.getBean(io.jobqueue.JobQueue.class).enqueue("inner", new Inner("a"));
                    assertThat((byte[]) backend.enqueued.get(0).payload())
                            .asString()
                            .isEqualTo("{\"Text\":\"a\"}");
                });
    }

    @Test
    void codec_ofApplication_replacesJackson() {
        ScriptedBackend backend = new ScriptedBackend();
        Contexts.runner()
                .withBean(PayloadCodec.class, Shouting::new)
                .withBean(JobBackendFactory.class, backend::factory)
                .withPropertyValues("job-queue.backend=scripted")
                .run(context -> {
                    context.getBean(io.jobqueue.JobQueue.class).enqueue("any", "a");
                    assertThat(backend.enqueued.get(0).contentType()).isEqualTo("text/shout");
                });
    }

    static final class Shouting implements PayloadCodec {
        @Override
        public String contentType() {
            return "text/shout";
        }

        @Override
        public byte[] encode(Object payload) {
            return (payload + "!").getBytes(java.nio.charset.StandardCharsets.UTF_8);
        }

        @Override
        public Object decode(byte[] bytes, String contentType, java.lang.reflect.Type type) {
            return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
        }
    }
}
