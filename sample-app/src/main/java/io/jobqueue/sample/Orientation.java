package io.jobqueue.sample;

import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How a camera was held: JPEG files say it in their Exif part, and leave turning the picture to whoever shows it. In the
 * order of the numbers in the files, from 1 on.
 */
enum Orientation {
    NORMAL(false),
    MIRRORED(false),
    HALF_TURN(false),
    HALF_TURN_MIRRORED(false),
    RIGHT_TURN_MIRRORED(true),
    RIGHT_TURN(true),
    LEFT_TURN_MIRRORED(true),
    LEFT_TURN(true);

    private static final int START_OF_IMAGE = 0xFFD8;
    private static final int EXIF_SEGMENT = 0xFFE1;
    private static final int START_OF_SCAN = 0xFFDA;
    private static final int TAG = 0x0112;
    private static final int ENTRY_BYTES = 12;
    private static final byte[] EXIF = "Exif\0\0".getBytes(StandardCharsets.US_ASCII);

    private final boolean onItsSide;

    Orientation(boolean onItsSide) {
        this.onItsSide = onItsSide;
    }

    /** What a file says; normal if it says nothing, or nothing that makes sense. */
    static Orientation of(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            if (in.readUnsignedShort() != START_OF_IMAGE) {
                return NORMAL;
            }
            for (int marker = in.readUnsignedShort(); marker != START_OF_SCAN; marker = in.readUnsignedShort()) {
                int length = in.readUnsignedShort() - 2;
                if (marker == EXIF_SEGMENT && length > EXIF.length) {
                    return ofExif(in.readNBytes(length));
                }
                in.skipNBytes(Math.max(0, length));
            }
            return NORMAL;
        } catch (EOFException truncated) {
            return NORMAL;
        }
    }

    private static Orientation ofExif(byte[] segment) {
        try {
            ByteBuffer tiff = ByteBuffer.wrap(segment, EXIF.length, segment.length - EXIF.length)
                    .slice();
            tiff.order(tiff.getShort(0) == 0x4949 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
            int directory = tiff.getInt(4);
            int entries = Short.toUnsignedInt(tiff.getShort(directory));
            for (int i = 0; i < entries; i++) {
                int entry = directory + 2 + i * ENTRY_BYTES;
                if (Short.toUnsignedInt(tiff.getShort(entry)) == TAG) {
                    return values()[tiff.getShort(entry + 8) - 1];
                }
            }
            return NORMAL;
        } catch (IndexOutOfBoundsException nonsense) {
            return NORMAL;
        }
    }

    /** The picture as it was seen. */
    BufferedImage turn(BufferedImage picture) {
        if (this == NORMAL) {
            return picture;
        }
        int width = onItsSide ? picture.getHeight() : picture.getWidth();
        int height = onItsSide ? picture.getWidth() : picture.getHeight();
        BufferedImage turned = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = turned.createGraphics();
        graphics.drawImage(picture, transform(width, height), null);
        graphics.dispose();
        return turned;
    }

    /** From the stored picture to one of this size. */
    private AffineTransform transform(int width, int height) {
        return switch (this) {
            case NORMAL -> new AffineTransform();
            case MIRRORED -> new AffineTransform(-1, 0, 0, 1, width, 0);
            case HALF_TURN -> new AffineTransform(-1, 0, 0, -1, width, height);
            case HALF_TURN_MIRRORED -> new AffineTransform(1, 0, 0, -1, 0, height);
            case RIGHT_TURN_MIRRORED -> new AffineTransform(0, 1, 1, 0, 0, 0);
            case RIGHT_TURN -> new AffineTransform(0, 1, -1, 0, width, 0);
            case LEFT_TURN_MIRRORED -> new AffineTransform(0, -1, -1, 0, width, height);
            case LEFT_TURN -> new AffineTransform(0, -1, 1, 0, 0, height);
        };
    }
}
