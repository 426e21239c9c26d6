package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class PictureFolderTest {

    @TempDir
    Path directory;

    private PictureFolder folder;

    @BeforeEach
    void openFolder() throws IOException {
        folder = new PictureFolder(new PictureProperties(directory, 10), JsonMapper.shared());
    }

    @Test
    void create_many_givesIdsThatSortByAge() throws IOException {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            ids.add(folder.create());
        }
        assertThat(ids).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void load_afterARestart_knowsWhatIsDoneAndWhatIsNot() throws IOException {
        String done = add("done.png", null);
        Files.writeString(folder.thumbnail(done), "thumbnail");
        String open = add("sample-7.jpg", 7);
        PictureFolder reopened = new PictureFolder(new PictureProperties(directory, 10), JsonMapper.shared());
        assertThat(reopened.load())
                .containsExactly(
                        new Picture(done, done, "done.png", null, Instant.EPOCH, PictureStatus.DONE, 0, null),
                        new Picture(open, open, "sample-7.jpg", 7, Instant.EPOCH, PictureStatus.QUEUED, 0, null));
    }

    @Test
    void load_foreignFilesInTheFolder_areLeftAlone() throws IOException {
        String id = add("one.png", null);
        Path pictures = directory.resolve("pictures");
        Path foreign = Files.writeString(pictures.resolve("notes.txt"), "mine");
        Path broken = Files.createDirectory(pictures.resolve("broken"));
        Files.writeString(broken.resolve("picture.json"), "{");
        assertThat(folder.load()).extracting(Picture::id).containsExactly(id);
        assertThat(foreign).exists();
        assertThat(broken).exists();
    }

    @Test
    void delete_pictureWithAForeignFile_keepsThatFile() throws IOException {
        String id = add("one.png", null);
        folder.storeOriginal(id, new ByteArrayInputStream(new byte[10]));
        Path foreign = Files.writeString(folder.original(id).resolveSibling("notes.txt"), "mine");
        folder.delete(id);
        assertThat(foreign.getParent().toFile().list()).containsExactly("notes.txt");
    }

    @Test
    void delete_picture_leavesNothing() throws IOException {
        String id = add("one.png", null);
        folder.storeOriginal(id, new ByteArrayInputStream(new byte[10]));
        Files.writeString(folder.thumbnail(id), "thumbnail");
        folder.delete(id);
        assertThat(directory.resolve("pictures")).isEmptyDirectory();
    }

    private String add(String name, Integer sample) throws IOException {
        String id = folder.create();
        folder.describe(id, new PictureFolder.About(id, name, sample, Instant.EPOCH));
        return id;
    }
}
