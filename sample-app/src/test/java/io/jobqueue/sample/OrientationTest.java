package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrientationTest {

    @TempDir
    Path folder;

    /** Where the red corner, stored at the top left, belongs according to the Exif standard. */
    @ParameterizedTest
    @CsvSource({
        "1, 60, 40, top left",
        "2, 60, 40, top right",
        "3, 60, 40, bottom right",
        "4, 60, 40, bottom left",
        "5, 40, 60, top left",
        "6, 40, 60, top right",
        "7, 40, 60, bottom right",
        "8, 40, 60, bottom left"
    })
    void read_turnedPicture_isShownAsItWasSeen(int orientation, int width, int height, String redCorner)
            throws IOException {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            Path file = Files.write(folder.resolve("picture"), withExif(exif(orientation, order)));
            BufferedImage picture = Thumbnailer.read(file);
            assertThat(picture.getWidth()).isEqualTo(width);
            assertThat(picture.getHeight()).isEqualTo(height);
            assertThat(redCorner(picture)).isEqualTo(redCorner);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 9, -1, 255})
    void of_unknownValue_isNormal(int orientation) throws IOException {
        Path file = Files.write(folder.resolve("picture"), withExif(exif(orientation, ByteOrder.BIG_ENDIAN)));
        assertThat(Orientation.of(file)).isEqualTo(Orientation.NORMAL);
    }

    @Test
    void of_exifThatPointsNowhere_isNormal() throws IOException {
        byte[] exif = exif(6, ByteOrder.BIG_ENDIAN);
        ByteBuffer.wrap(exif).putInt(6 + 4, Integer.MAX_VALUE);
        assertThat(Orientation.of(Files.write(folder.resolve("picture"), withExif(exif))))
                .isEqualTo(Orientation.NORMAL);
    }

    @Test
    void of_fileThatEndsEarly_isNormal() throws IOException {
        byte[] start = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xE1, 0, 40, 'E', 'x'};
        assertThat(Orientation.of(Files.write(folder.resolve("picture"), start)))
                .isEqualTo(Orientation.NORMAL);
        assertThat(Orientation.of(Files.write(folder.resolve("empty"), new byte[0])))
                .isEqualTo(Orientation.NORMAL);
    }

    private static String redCorner(BufferedImage picture) {
        int right = picture.getWidth() - 5;
        int bottom = picture.getHeight() - 5;
        for (int[] corner : new int[][] {{5, 5}, {right, 5}, {5, bottom}, {right, bottom}}) {
            if (new Color(picture.getRGB(corner[0], corner[1])).getGreen() < 100) {
                return (corner[1] == 5 ? "top " : "bottom ") + (corner[0] == 5 ? "left" : "right");
            }
        }
        return "none";
    }

    private static byte[] exif(int orientation, ByteOrder order) {
        ByteBuffer exif = ByteBuffer.allocate(6 + 8 + 2 + 2 * 12 + 4);
        exif.put(new byte[] {'E', 'x', 'i', 'f', 0, 0}).order(order);
        exif.putShort((short) (order == ByteOrder.LITTLE_ENDIAN ? 0x4949 : 0x4D4D));
        exif.putShort((short) 42).putInt(8).putShort((short) 2);
        exif.putShort((short) 0x0110).putShort((short) 2).putInt(1).putInt(0);
        exif.putShort((short) 0x0112).putShort((short) 3).putInt(1);
        exif.putShort((short) orientation).putShort((short) 0).putInt(0);
        return exif.array();
    }

    private static byte[] withExif(byte[] exif) throws IOException {
        BufferedImage picture = new BufferedImage(60, 40, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = picture.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, 60, 40);
        graphics.setColor(Color.RED);
        graphics.fillRect(0, 0, 16, 16);
        graphics.dispose();
        ByteArrayOutputStream jpeg = new ByteArrayOutputStream();
        ImageIO.write(picture, "jpg", jpeg);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(jpeg.toByteArray(), 0, 2);
        out.writeShort(0xFFE1);
        out.writeShort(exif.length + 2);
        out.write(exif);
        out.write(jpeg.toByteArray(), 2, jpeg.size() - 2);
        return bytes.toByteArray();
    }
}
