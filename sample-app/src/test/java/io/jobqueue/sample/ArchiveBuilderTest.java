package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class ArchiveBuilderTest {

    @TempDir
    Path directory;

    private PictureFolder folder;

    @BeforeEach
    void openFolder() throws IOException {
        folder = new PictureFolder(new PictureProperties(directory, 10), JsonMapper.shared());
    }

    @Test
    void build_threePicturesOneWithoutThumbnail_packsTwoAndTellsOfEach() throws IOException {
        List<ArchiveJob.Item> items = new ArrayList<>();
        for (String name : List.of("one.png", "two.png", "gone.png")) {
            String id = folder.create();
            items.add(new ArchiveJob.Item(id, name));
            if (!name.startsWith("gone")) {
                Files.writeString(folder.thumbnail(id), name);
            }
        }
        List<Integer> progress = new ArrayList<>();
        long bytes = new ArchiveBuilder(folder, items).build(progress::add);
        assertThat(progress).containsExactly(1, 2, 3);
        assertThat(bytes).isEqualTo(Files.size(folder.archive()));
        try (ZipFile zip = new ZipFile(folder.archive().toFile())) {
            assertThat(zip.stream().map(ZipEntry::getName)).containsExactly("0001-one.jpg", "0002-two.jpg");
            assertThat(zip.getInputStream(zip.getEntry("0002-two.jpg")).readAllBytes())
                    .isEqualTo("two.png".getBytes());
        }
    }

    @Test
    void build_failsInBetween_keepsTheEarlierFile() throws IOException {
        String id = folder.create();
        Files.writeString(folder.thumbnail(id), "thumbnail");
        ArchiveBuilder builder = new ArchiveBuilder(folder, List.of(new ArchiveJob.Item(id, "one")));
        long size = builder.build(done -> {});
        assertThatIllegalStateException()
                .isThrownBy(() -> builder.build(done -> {
                    throw new IllegalStateException("given up");
                }));
        assertThat(folder.archive()).hasSize(size);
        assertThat(folder.archive().getParent()).isDirectoryContaining(folder.archive()::equals);
        assertThat(folder.archive().getParent().toFile().list()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            sample-1.jpg, 0007-sample-1.jpg
            ../../etc/passwd, 0007--etc-passwd.jpg
            C:\\windows\\x.png, 0007-C-windows-x.jpg
            Ärger im Büro.jpeg, 0007-Ärger-im-Büro.jpg
            <b>&'', 0007--b-.jpg
            .png, 0007-.jpg
            """)
    void entryName_anyName_isHarmless(String name, String expected) {
        assertThat(ArchiveBuilder.entryName(7, name)).isEqualTo(expected);
    }
}
