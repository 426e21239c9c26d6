package io.jobqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.spi.JobRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordFormatTest {

    private static final long TIME = 1_700_000_000_123_456L;

    private static final JobRecord FULL = new JobRecord(
            "id",
            "thumbnail",
            new byte[] {0, -1, 7},
            "application/x-own",
            Map.of("trace", "żółw", "", ""),
            Duration.ofSeconds(3, 5),
            Duration.ZERO,
            0);

    @Test
    void decode_ofEncoded_isTheSame() {
        assertSame(FULL);
        assertSame(JobRecord.of("id", "job", new byte[0], "application/json"));
        assertSame(JobRecord.of("id", "", new byte[1000], "text/plain"));
    }

    private static void assertSame(JobRecord record) {
        JobRecord decoded = RecordFormat.decode("id", RecordFormat.encode(record, TIME, 42));
        assertThat(decoded).usingRecursiveComparison().isEqualTo(record);
    }

    @Test
    void encode_anyRecord_beginsWithTheTimeInDigitsAndEndsWithThePayload() {
        byte[] bytes = RecordFormat.encode(FULL, TIME, 42);
        assertThat(new String(bytes, 0, 16, StandardCharsets.US_ASCII)).isEqualTo("1700000000123456");
        assertThat(Arrays.copyOfRange(bytes, bytes.length - 3, bytes.length)).containsExactly(0, -1, 7);
    }

    @Test
    void encode_markDiffers_bytesDiffer() {
        assertThat(RecordFormat.encode(FULL, TIME, 1)).isNotEqualTo(RecordFormat.encode(FULL, TIME, 2));
    }

    @Test
    void encode_jsonPayload_needsLittleMore() {
        JobRecord record = JobRecord.of("id", "thumbnail", new byte[200], "application/json");
        assertThat(RecordFormat.encode(record, TIME, 1L << 41)).hasSizeLessThan(240); // of 256 that Redis allocates
    }

    @Test
    void decode_anyPrefixOfARecordWithoutPayload_isRefused() {
        byte[] bytes = RecordFormat.encode(
                new JobRecord("id", "job", new byte[0], "x/y", Map.of("a", "b"), Duration.ofSeconds(1), null, 3),
                TIME,
                1);
        for (int length = 0; length < bytes.length; length++) {
            byte[] prefix = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> RecordFormat.decode("id", prefix))
                    .as("the first %d bytes", length)
                    .isInstanceOf(RuntimeException.class);
        }
    }

    @Test
    void decode_laterFormat_isRefused() {
        byte[] bytes = RecordFormat.encode(FULL, TIME, 1);
        bytes[RecordFormat.STAMP_LENGTH] = 2;
        assertThatThrownBy(() -> RecordFormat.decode("id", bytes)).hasMessageContaining("unknown format 2");
    }
}
