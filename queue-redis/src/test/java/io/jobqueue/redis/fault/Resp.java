package io.jobqueue.redis.fault;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** The wire protocol, read message by message, so that faults hit between messages, or in one. Versions 2 and 3. */
final class Resp {

    private final InputStream in;
    private ByteArrayOutputStream raw = new ByteArrayOutputStream();
    private final List<byte[]> texts = new ArrayList<>();

    Resp(InputStream in) {
        this.in = in;
    }

    /**
     * One message.
     *
     * @param bytes all of it
     * @param isPush whether the server sent it unasked
     * @param name of a command, in upper case, and for a script's its hash after a blank: {@code EVAL 2fd4...}
     */
    record Message(byte[] bytes, boolean isPush, String name) {}

    /** Reads the next message; throws {@link EOFException} if there is none. */
    Message read() throws IOException {
        raw = new ByteArrayOutputStream();
        texts.clear();
        boolean isPush = value();
        return new Message(raw.toByteArray(), isPush, name());
    }

    private String name() {
        if (texts.isEmpty()) {
            return "";
        }
        String name = new String(texts.get(0), StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
        if (texts.size() > 1 && name.equals("EVALSHA")) {
            return "EVAL " + new String(texts.get(1), StandardCharsets.ISO_8859_1);
        }
        return texts.size() > 1 && name.equals("EVAL") ? "EVAL " + hash(texts.get(1)) : name;
    }

    private static String hash(byte[] source) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(source));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads one value, with those in it. Returns whether it is a push message. */
    private boolean value() throws IOException {
        String line = line();
        char type = line.charAt(0);
        switch (type) {
            case '$', '!', '=' -> bulk(Integer.parseInt(line.substring(1)));
            case '*', '~', '>' -> values(Integer.parseInt(line.substring(1)));
            case '%' -> values(2 * Integer.parseInt(line.substring(1)));
            case '|' -> {
                values(2 * Integer.parseInt(line.substring(1)));
                value();
            }
            default -> {
                // One line is all of it.
            }
        }
        return type == '>';
    }

    private void values(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            value();
        }
    }

    private void bulk(int length) throws IOException {
        if (length < 0) {
            return;
        }
        byte[] bytes = in.readNBytes(length + 2);
        if (bytes.length < length + 2) {
            throw new EOFException();
        }
        raw.write(bytes, 0, bytes.length);
        if (texts.size() < 2) {
            texts.add(Arrays.copyOf(bytes, length));
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            raw.write(next);
            if (next != '\r') {
                line.append((char) next);
            }
        }
        raw.write('\n');
        return line.toString();
    }
}
