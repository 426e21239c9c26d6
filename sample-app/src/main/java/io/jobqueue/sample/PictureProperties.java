package io.jobqueue.sample;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the picture service.
 *
 * @param directory where pictures are kept; by default {@code jobqueue-pictures} in the folder for temporary files
 * @param limit how many pictures are kept at most
 */
@ConfigurationProperties("pictures")
record PictureProperties(
        @Nullable Path directory, @DefaultValue("5000") int limit) {

    /** The folder to use. */
    Path root() {
        return directory != null ? directory : Path.of(System.getProperty("java.io.tmpdir"), "jobqueue-pictures");
    }
}
