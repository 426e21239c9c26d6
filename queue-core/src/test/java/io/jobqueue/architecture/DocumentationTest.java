package io.jobqueue.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages at the root and below docs. */
class DocumentationTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");

    @Test
    void links_toPagesAndHeadings_leadSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            for (String link : matches(LINK, Files.readString(page))) {
                if (!link.contains("://") && !leadsSomewhere(page, link)) {
                    broken.add(ROOT.relativize(page) + " -> " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void pages_belowDocs_areReachableFromTheReadme() throws IOException {
        List<Path> reached = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        for (int i = 0; i < reached.size(); i++) {
            Path page = reached.get(i);
            matches(LINK, Files.readString(page)).stream()
                    .filter(link -> !link.contains("://"))
                    .map(link -> target(page, link))
                    .filter(target -> target.toString().endsWith(".md") && Files.exists(target))
                    .filter(target -> !reached.contains(target))
                    .forEach(reached::add);
        }
        assertThat(reached).containsAll(pages());
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        Path target = target(page, link);
        int hash = link.indexOf('#');
        return Files.exists(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
    }

    private static Path target(Path page, String link) {
        String file = link.replaceFirst("#.*", "");
        return file.isEmpty() ? page : page.resolveSibling(file).normalize();
    }

    /** As Git hosts make them: lower case, dashes for spaces, without punctuation. */
    private static List<String> anchors(Path page) throws IOException {
        return matches(HEADING, Files.readString(page)).stream()
                .map(heading -> heading.strip()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    private static List<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(DocumentationTest::first).toList();
    }

    private static String first(MatchResult result) {
        return result.group(1);
    }

    private static List<Path> pages() {
        try (Stream<Path> atRoot = Files.list(ROOT);
                Stream<Path> inDocs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(atRoot, inDocs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
