package io.jobqueue.sample;

import io.jobqueue.NonRetryableJobException;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.ImageOutputStream;

/** Reads pictures of strangers and makes small ones of them. No state; any thread. */
final class Thumbnailer {

    static final int MAX_WIDTH = 480;
    static final int MAX_HEIGHT = 360;
    private static final long MAX_PIXELS = 60_000_000;
    private static final float QUALITY = 0.85f;

    private Thumbnailer() {}

    /**
     * Reads a picture.
     *
     * @throws IOException if the file is not a picture or is damaged, with a message for people
     * @throws NonRetryableJobException if it has so many pixels that reading it could exhaust the memory
     */
    static BufferedImage read(Path file) throws IOException {
        try (ImageInputStream input = ImageIO.createImageInputStream(file.toFile())) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(input);
            if (!readers.hasNext()) {
                throw new IOException("This is not a picture: its content is none of PNG, JPEG, GIF, BMP and TIFF");
            }
            ImageReader reader = readers.next();
            try {
                reader.setInput(input, true, true);
                return Orientation.of(file).turn(read(reader));
            } catch (NonRetryableJobException tooLarge) {
                throw tooLarge;
            } catch (IOException | RuntimeException e) {
                throw new IOException("The picture is damaged: " + reason(e), e);
            } finally {
                reader.dispose();
            }
        }
    }

    private static BufferedImage read(ImageReader reader) throws IOException {
        int width = reader.getWidth(0);
        int height = reader.getHeight(0);
        if ((long) width * height > MAX_PIXELS) {
            throw new NonRetryableJobException(
                    "The picture is too large: %d x %d pixels, at most %d million can be read"
                            .formatted(width, height, MAX_PIXELS / 1_000_000));
        }
        // leaves out rows and columns of large pictures, which a thumbnail would not show, to save memory
        int step = Math.max(1, Math.min(width / (4 * MAX_WIDTH), height / (4 * MAX_HEIGHT)));
        ImageReadParam sparse = reader.getDefaultReadParam();
        sparse.setSourceSubsampling(step, step, 0, 0);
        return reader.read(0, sparse);
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /**
     * A picture that fits the size of thumbnails, of the same shape, on white where it is transparent. Small pictures keep
     * their size. Halving before the last step keeps fine detail from flickering.
     */
    static BufferedImage scale(BufferedImage picture) {
        double factor = Math.min(
                1, Math.min((double) MAX_WIDTH / picture.getWidth(), (double) MAX_HEIGHT / picture.getHeight()));
        int width = Math.max(1, (int) Math.round(picture.getWidth() * factor));
        int height = Math.max(1, (int) Math.round(picture.getHeight() * factor));
        BufferedImage current = picture;
        while (current.getWidth() >= 2 * width && current.getHeight() >= 2 * height) {
            int halfWidth = (current.getWidth() + 1) / 2;
            int halfHeight = (current.getHeight() + 1) / 2;
            current = draw(current, halfWidth, halfHeight, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        }
        return draw(current, width, height, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
    }

    private static BufferedImage draw(BufferedImage picture, int width, int height, Object interpolation) {
        BufferedImage drawn = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = drawn.createGraphics();
        try {
            graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, interpolation);
            graphics.setRenderingHint(RenderingHints.KEY_RENDERING, RenderingHints.VALUE_RENDER_QUALITY);
            graphics.drawImage(picture, 0, 0, width, height, Color.WHITE, null);
            return drawn;
        } finally {
            graphics.dispose();
        }
    }

    /** Writes a JPEG file, whole or not at all. */
    static void write(BufferedImage picture, Path file) throws IOException {
        PictureFolder.replace(file, part -> {
            Files.createFile(part);
            ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
            try (ImageOutputStream output = ImageIO.createImageOutputStream(part.toFile())) {
                ImageWriteParam quality = writer.getDefaultWriteParam();
                quality.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                quality.setCompressionQuality(QUALITY);
                writer.setOutput(output);
                writer.write(null, new IIOImage(picture, null, null), quality);
            } finally {
                writer.dispose();
            }
        });
    }
}
