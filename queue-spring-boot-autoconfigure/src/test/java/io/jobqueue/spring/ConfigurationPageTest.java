package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** docs/configuration.md against the metadata: what it lists, and the defaults it gives. */
class ConfigurationPageTest {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");
    private static final Path METADATA = Path.of("target", "classes", "META-INF", "spring-configuration-metadata.json");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z.<>-]+)` \\|([^|]*)\\|[^|]*\\|$");
    private static final String PREFIX = "job-queue.";

    @Test
    void properties_inMetadata_areAllListedAndNoOthers() throws IOException {
        assertThat(listed().keySet()).isEqualTo(metadata().keySet());
    }

    @Test
    void defaults_inMetadata_areThoseOfThePage() throws IOException {
        Map<String, String> listed = listed();
        metadata().forEach((name, value) -> {
            if (!value.isEmpty()) {
                assertThat(listed.get(name)).as(name).contains("`" + value + "`");
            }
        });
    }

    /** The second column by property. */
    private static Map<String, String> listed() throws IOException {
        Map<String, String> rows = new TreeMap<>();
        Matcher row = ROW.matcher(Files.readString(PAGE));
        while (row.find()) {
            String name = row.group(1).replace(".<name>", "");
            rows.put(name.startsWith(PREFIX) ? name : PREFIX + name, row.group(2));
        }
        return rows;
    }

    /** The default value by property; empty if there is none. */
    private static Map<String, String> metadata() throws IOException {
        Map<String, String> defaults = new TreeMap<>();
        String json = Files.readString(METADATA);
        for (JsonNode property : JsonMapper.shared().readTree(json).path("properties")) {
            String name = property.path("name").asString();
            if (name.startsWith(PREFIX)) {
                defaults.put(name, property.path("defaultValue").asString(""));
            }
        }
        return defaults;
    }
}
