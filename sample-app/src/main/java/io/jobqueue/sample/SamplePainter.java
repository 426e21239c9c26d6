package io.jobqueue.sample;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.RadialGradientPaint;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.util.Random;

/**
 * Paints numbered sample pictures. The same number gives the same picture. Needs no fonts, which servers may not have:
 * digits are drawn as strokes.
 */
final class SamplePainter {

    static final int WIDTH = 1600;
    static final int HEIGHT = 1200;

    /** Which of the seven strokes of a digit are drawn: top, then clockwise, the middle one last. */
    private static final String[] DIGITS = {
        "012345", "12", "01346", "01236", "1256", "02356", "023456", "012", "0123456", "012356"
    };

    private final int number;
    private final Random random;
    private final float hue;
    private final Graphics2D graphics;

    private SamplePainter(int number, Graphics2D graphics) {
        this.number = number;
        this.random = new Random(number * 7919L);
        this.hue = (number * 0.381966f) % 1;
        this.graphics = graphics;
    }

    static BufferedImage paint(int number) {
        BufferedImage picture = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = picture.createGraphics();
        try {
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
            new SamplePainter(number, graphics).paint();
            return picture;
        } finally {
            graphics.dispose();
        }
    }

    private void paint() {
        switch (number % 3) {
            case 0 -> paintBubbles();
            case 1 -> paintHills();
            default -> paintWaves();
        }
        paintNumber();
    }

    private void paintHills() {
        fillSky(color(0, 0.55f, 0.45f), color(0.12f, 0.45f, 0.98f));
        double sunX = 250 + random.nextDouble() * 1100;
        double sunY = 250 + random.nextDouble() * 300;
        glow(sunX, sunY, 520, color(0.14f, 0.25f, 1f));
        fillCircle(sunX, sunY, 90, new Color(255, 250, 230));
        int ridges = 5;
        for (int i = 0; i < ridges; i++) {
            float near = i / (float) (ridges - 1);
            graphics.setColor(color(0.04f * i, 0.35f + 0.35f * near, 0.72f - 0.56f * near));
            graphics.fill(ridge(520 + i * 140, 150 - i * 14, 5 + i));
        }
    }

    private void paintWaves() {
        fillSky(color(0.05f, 0.30f, 0.99f), color(0.15f, 0.60f, 0.85f));
        glow(random.nextDouble() * WIDTH, 200, 700, Color.WHITE);
        int waves = 9;
        for (int i = 0; i < waves; i++) {
            Color base = color(0.02f * i, 0.35f + 0.05f * i, 0.95f - 0.07f * i);
            graphics.setColor(new Color(base.getRed(), base.getGreen(), base.getBlue(), 190));
            graphics.fill(wave(300 + i * 100, 60 + random.nextDouble() * 40, random.nextDouble() * 7));
        }
    }

    private void paintBubbles() {
        fillSky(color(0.55f, 0.75f, 0.22f), color(0.65f, 0.70f, 0.42f));
        for (int i = 0; i < 34; i++) {
            double radius = 40 + 190 * Math.pow(random.nextDouble(), 2);
            double x = random.nextDouble() * WIDTH;
            double y = random.nextDouble() * HEIGHT;
            Color tone = color(random.nextFloat() * 0.25f, 0.65f, 1f);
            glow(x, y, radius * 1.6, new Color(tone.getRed(), tone.getGreen(), tone.getBlue(), 150));
            fillCircle(x, y, radius, new Color(tone.getRed(), tone.getGreen(), tone.getBlue(), 120));
            glow(x - radius * 0.3, y - radius * 0.35, radius * 0.6, new Color(255, 255, 255, 190));
        }
    }

    private void fillSky(Color top, Color bottom) {
        graphics.setPaint(new GradientPaint(0, 0, top, 0, HEIGHT, bottom));
        graphics.fillRect(0, 0, WIDTH, HEIGHT);
    }

    private void glow(double x, double y, double radius, Color color) {
        Color edge = new Color(color.getRed(), color.getGreen(), color.getBlue(), 0);
        graphics.setPaint(new RadialGradientPaint(
                (float) x, (float) y, (float) radius, new float[] {0, 1}, new Color[] {color, edge}));
        graphics.fill(circle(x, y, radius));
    }

    private void fillCircle(double x, double y, double radius, Color color) {
        graphics.setColor(color);
        graphics.fill(circle(x, y, radius));
    }

    private static Ellipse2D circle(double x, double y, double radius) {
        return new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius);
    }

    private Path2D ridge(double base, double height, int roughness) {
        double first = random.nextDouble() * 7;
        double second = random.nextDouble() * 7;
        Path2D path = new Path2D.Double();
        path.moveTo(0, HEIGHT);
        for (int x = 0; x <= WIDTH; x += 8) {
            double t = x / (double) WIDTH;
            double y = Math.sin(first + t * roughness) + 0.5 * Math.abs(Math.sin(second + t * roughness * 2.3));
            path.lineTo(x, base - y * height + (random.nextDouble() - 0.5) * 6);
        }
        path.lineTo(WIDTH, HEIGHT);
        path.closePath();
        return path;
    }

    private static Path2D wave(double base, double height, double phase) {
        Path2D path = new Path2D.Double();
        path.moveTo(0, HEIGHT);
        for (int x = 0; x <= WIDTH; x += 8) {
            path.lineTo(x, base + Math.sin(phase + x / 210.0) * height);
        }
        path.lineTo(WIDTH, HEIGHT);
        path.closePath();
        return path;
    }

    private void paintNumber() {
        String digits = Integer.toString(number);
        graphics.setColor(Color.WHITE);
        graphics.setStroke(new BasicStroke(24, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        for (int i = 0; i < digits.length(); i++) {
            double x = WIDTH - 110 - (digits.length() - i) * 150 + 20;
            paintDigit(digits.charAt(i) - '0', x, HEIGHT - 290, 90);
        }
    }

    private void paintDigit(int digit, double x, double y, double size) {
        Line2D[] strokes = {
            new Line2D.Double(x, y, x + size, y),
            new Line2D.Double(x + size, y, x + size, y + size),
            new Line2D.Double(x + size, y + size, x + size, y + 2 * size),
            new Line2D.Double(x, y + 2 * size, x + size, y + 2 * size),
            new Line2D.Double(x, y + size, x, y + 2 * size),
            new Line2D.Double(x, y, x, y + size),
            new Line2D.Double(x, y + size, x + size, y + size)
        };
        DIGITS[digit].chars().forEach(stroke -> graphics.draw(strokes[stroke - '0']));
    }

    private Color color(float hueShift, float saturation, float brightness) {
        return Color.getHSBColor(hue + hueShift, saturation, Math.min(1, brightness));
    }
}
