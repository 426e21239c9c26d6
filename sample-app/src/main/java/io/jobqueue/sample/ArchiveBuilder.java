package io.jobqueue.sample;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Puts thumbnails into a ZIP file. */
final class ArchiveBuilder {

    private static final int MAX_NAME = 60;

    private final PictureFolder folder;
    private final List<ArchiveJob.Item> items;

    ArchiveBuilder(PictureFolder folder, List<ArchiveJob.Item> items) {
        this.folder = folder;
        this.items = items;
    }

    /**
     * Builds the file; an earlier one stays until the new one is whole.
     *
     * @param progress told after each picture how many are done
     * @return how many bytes it has
     */
    long build(IntConsumer progress) throws IOException {
        PictureFolder.replace(folder.archive(), part -> {
            try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(part));
                    ZipOutputStream zip = new ZipOutputStream(file)) {
                for (int i = 0; i < items.size(); i++) {
                    add(zip, i + 1, items.get(i));
                    progress.accept(i + 1);
                }
            }
        });
        return Files.size(folder.archive());
    }

    private void add(ZipOutputStream zip, int number, ArchiveJob.Item item) throws IOException {
        Path thumbnail = folder.thumbnail(item.picture());
        if (Files.exists(thumbnail)) { // else it was removed after the archive was asked for
            zip.putNextEntry(new ZipEntry(entryName(number, item.name())));
            Files.copy(thumbnail, zip);
            zip.closeEntry();
        }
    }

    /** A name that is unique in the file and harmless wherever it is unpacked. */
    static String entryName(int number, String name) {
        String stem = name.replaceFirst("\\.[A-Za-z0-9]{1,5}$", "").replaceAll("[^\\p{L}\\p{N}_-]+", "-");
        return "%04d-%s.jpg".formatted(number, stem.substring(0, Math.min(MAX_NAME, stem.length())));
    }
}
