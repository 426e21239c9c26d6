package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.jobqueue.NonRetryableJobException;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThumbnailerTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "1600, 1200, 480, 360",
        "1200, 1600, 270, 360",
        "4000, 100, 480, 12",
        "5000, 1, 480, 1",
        "481, 360, 480, 359",
        "480, 360, 480, 360",
        "20, 10, 20, 10"
    })
    void scale_anySize_fitsAndKeepsShape(int width, int height, int expectedWidth, int expectedHeight) {
        BufferedImage scaled = Thumbnailer.scale(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB));
        assertThat(scaled.getWidth()).isEqualTo(expectedWidth);
        assertThat(scaled.getHeight()).isEqualTo(expectedHeight);
    }

    @Test
    void scale_transparentPicture_becomesWhite() {
        BufferedImage scaled = Thumbnailer.scale(new BufferedImage(900, 900, BufferedImage.TYPE_INT_ARGB));
        assertThat(new Color(scaled.getRGB(100, 100))).isEqualTo(Color.WHITE);
    }

    @Test
    void scale_fineStripes_becomeTheirMean() {
        BufferedImage stripes = new BufferedImage(1920, 1440, BufferedImage.TYPE_INT_RGB);
        for (int x = 0; x < stripes.getWidth(); x += 2) {
            for (int y = 0; y < stripes.getHeight(); y++) {
                stripes.setRGB(x, y, Color.WHITE.getRGB());
            }
        }
        int red = new Color(Thumbnailer.scale(stripes).getRGB(240, 180)).getRed();
        assertThat(red).isCloseTo(127, within(10));
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "jpg", "gif", "bmp", "tiff"})
    void read_knownFormat_givesThePicture(String format) throws IOException {
        BufferedImage picture = new BufferedImage(30, 20, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = picture.createGraphics();
        graphics.setColor(Color.RED);
        graphics.fillRect(0, 0, 30, 20);
        graphics.dispose();
        Path file = folder.resolve("picture");
        assertThat(ImageIO.write(picture, format, file.toFile())).isTrue();
        BufferedImage read = Thumbnailer.read(file);
        assertThat(read.getWidth()).isEqualTo(30);
        assertThat(new Color(read.getRGB(15, 10)).getRed()).isGreaterThan(240);
    }

    @Test
    void read_text_saysThatItIsNoPicture() throws IOException {
        Path file = Files.writeString(folder.resolve("picture.png"), "hello");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Thumbnailer.read(file))
                .withMessageStartingWith("This is not a picture");
    }

    @Test
    void read_truncatedPicture_saysThatItIsDamaged() throws IOException {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(SamplePainter.paint(3), "png", png);
        byte[] half = Arrays.copyOf(png.toByteArray(), png.size() / 2);
        Path file = Files.write(folder.resolve("picture"), half);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Thumbnailer.read(file))
                .withMessageStartingWith("The picture is damaged: ");
    }

    @Test
    void read_fewBytesOfManyPixels_isRefusedForGood() throws IOException {
        Path file = Files.write(folder.resolve("picture"), pngHeader(50_000, 40_000));
        assertThatExceptionOfType(NonRetryableJobException.class)
                .isThrownBy(() -> Thumbnailer.read(file))
                .withMessageContaining("50000 x 40000");
    }

    @Test
    void write_twice_leavesOneWholeFile() throws IOException {
        Path file = folder.resolve("thumbnail.jpg");
        Thumbnailer.write(Thumbnailer.scale(SamplePainter.paint(1)), file);
        Thumbnailer.write(Thumbnailer.scale(SamplePainter.paint(2)), file);
        assertThat(ImageIO.read(file.toFile()).getWidth()).isEqualTo(Thumbnailer.MAX_WIDTH);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    private static byte[] pngHeader(int width, int height) throws IOException {
        ByteArrayOutputStream chunk = new ByteArrayOutputStream();
        DataOutputStream fields = new DataOutputStream(chunk);
        fields.write("IHDR".getBytes(StandardCharsets.US_ASCII));
        fields.writeInt(width);
        fields.writeInt(height);
        fields.write(new byte[] {8, 2, 0, 0, 0});
        CRC32 crc = new CRC32();
        crc.update(chunk.toByteArray());
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(file);
        out.write(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'});
        out.writeInt(13);
        out.write(chunk.toByteArray());
        out.writeInt((int) crc.getValue());
        return file.toByteArray();
    }
}
