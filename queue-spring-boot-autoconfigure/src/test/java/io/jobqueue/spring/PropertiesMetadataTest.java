package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The metadata that IDEs show, and that nothing in it goes untested. */
class PropertiesMetadataTest {

    private final Map<String, JsonNode> properties = properties();

    @Test
    void properties_each_haveTestOfTheirEffect() {
        Set<String> tested = Stream.of(JobQueuePropertiesTest.class, RedisPropertiesTest.class, TransactionTest.class)
                .flatMap(tests -> Arrays.stream(tests.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(EffectOf.class))
                .flatMap(PropertiesMetadataTest::effects)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(tested).isEqualTo(properties.keySet());
    }

    @Test
    void properties_each_haveTestOfBadValue() {
        Set<String> anyValueIsGood = Set.of("job-queue.mdc", "job-queue.enabled", "job-queue.queues");
        Set<String> tested = Stream.of(
                        InvalidPropertiesTest.badValues(),
                        InvalidPropertiesTest.unreadableValues(),
                        RedisPropertiesTest.badValues())
                .flatMap(values -> values)
                .map(value -> (String) value.get()[0])
                .map(setting -> setting.substring(0, setting.indexOf('=')))
                .collect(Collectors.toCollection(TreeSet::new));
        tested.addAll(anyValueIsGood);
        assertThat(tested).containsAll(properties.keySet());
    }

    @Test
    void properties_each_haveDescriptionAndType() {
        properties.forEach((name, property) -> {
            assertThat(property.path("type").asString()).as(name).isNotBlank();
            assertThat(property.path("description").asString())
                    .as(name)
                    .isNotBlank()
                    .endsWith(".")
                    .doesNotStartWith("The ")
                    .doesNotStartWith("A ");
        });
    }

    @Test
    void properties_set_isComplete() {
        assertThat(properties.keySet())
                .contains(
                        "job-queue.enabled",
                        "job-queue.name",
                        "job-queue.worker-count",
                        "job-queue.queues",
                        "job-queue.shutdown.phase",
                        "job-queue.shutdown.timeout")
                .hasSize(37);
    }

    @Test
    void defaults_whatMetadataSays_isWhatTheQueueDoes() {
        assertThat(properties
                        .get("job-queue.shutdown.phase")
                        .path("defaultValue")
                        .asInt())
                .isEqualTo(JobQueueProperties.DEFAULT_PHASE);
        assertThat(properties.get("job-queue.name").path("defaultValue").asString())
                .isEqualTo(new JobQueueProperties().getName());
    }

    private static Stream<String> effects(Method method) {
        return Arrays.stream(method.getAnnotation(EffectOf.class).value());
    }

    private static Map<String, JsonNode> properties() {
        Map<String, JsonNode> found = new TreeMap<>();
        for (JsonNode property : read().path("properties")) {
            String name = property.path("name").asString();
            if (name.startsWith("job-queue.")) {
                found.put(name, property);
            }
        }
        return found;
    }

    private static JsonNode read() {
        List<String> path = List.of("META-INF", "spring-configuration-metadata.json");
        try (InputStream in = JobQueueProperties.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI()
                .resolve(String.join("/", path))
                .toURL()
                .openStream()) {
            return JsonMapper.builder().build().readTree(in);
        } catch (IOException | java.net.URISyntaxException e) {
            throw new IllegalStateException("the configuration processor made no metadata", e);
        }
    }
}
