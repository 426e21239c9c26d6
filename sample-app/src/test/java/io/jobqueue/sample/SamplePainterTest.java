package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplePainterTest {

    private static final int WHITE = 0xFFFFFF;

    @Test
    void paint_sameNumber_givesSamePicture() {
        assertThat(pixels(SamplePainter.paint(17))).isEqualTo(pixels(SamplePainter.paint(17)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void paint_nextOfTheSameKind_givesOtherColoursAndShapes(int number) {
        int[] one = pixels(SamplePainter.paint(number));
        int[] next = pixels(SamplePainter.paint(number + 3));
        int same = 0;
        for (int i = 0; i < one.length; i++) {
            same += one[i] == next[i] ? 1 : 0;
        }
        assertThat(same).isLessThan(one.length / 4);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void paint_anyKind_usesManyColours(int number) {
        long colours =
                Arrays.stream(pixels(SamplePainter.paint(number))).distinct().count();
        assertThat(colours).isGreaterThan(500);
    }

    @Test
    void paint_longerNumber_drawsMoreDigits() {
        assertThat(whiteInDigits(SamplePainter.paint(888), 3))
                .isGreaterThan(2 * whiteInDigits(SamplePainter.paint(8), 1));
    }

    private static int[] pixels(BufferedImage picture) {
        return ((DataBufferInt) picture.getRaster().getDataBuffer()).getData();
    }

    private static long whiteInDigits(BufferedImage picture, int digits) {
        int width = digits * 150 + 40;
        int[] corner = picture.getRGB(
                SamplePainter.WIDTH - 110 - width, SamplePainter.HEIGHT - 310, width, 220, null, 0, width);
        return Arrays.stream(corner).filter(pixel -> (pixel & WHITE) == WHITE).count();
    }
}
