package io.jobqueue.test.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.PayloadCodec;
import io.jobqueue.spi.SettleResult;
import io.jobqueue.spi.Settlement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That a record comes back as it came: payload bytes, names, headers and options, over the whole life of the job. */
interface RecordRules extends ContractScope {

    /** Texts that break what is put together from strings, folded, trimmed or cut. */
    static List<String> hostileTexts() {
        return List.of(
                "O'Reilly \"quoted\" `ticks`",
                "'; DROP TABLE jobs; --",
                "100% _under_ *star* [set] ?",
                "back\\slash/slash:colon|pipe,comma;",
                "$var ${var} #{var} %s %d &amp; <tag>",
                "żółw Ελλάδα 日本語 עברית",
                "emoji \uD83D\uDE80\uD83D\uDC69\u200D\uD83D\uDCBB",
                "e\u0301 is not \u00e9",
                " leading and trailing ",
                "null",
                "0x00",
                "x".repeat(200));
    }

    static List<byte[]> payloads() {
        byte[] allValues = new byte[256];
        for (int i = 0; i < allValues.length; i++) {
            allValues[i] = (byte) i;
        }
        byte[] big = new byte[1 << 20];
        new Random(1).nextBytes(big);
        return List.of(
                new byte[0],
                new byte[] {0},
                allValues,
                new byte[] {(byte) 0xc3, (byte) 0x28, (byte) 0xff, (byte) 0xfe, '\r', '\n', 0},
                "{\"id\":9007199254740993,\"huge\":12345678901234567890.10}".getBytes(StandardCharsets.UTF_8),
                "\"quoted\\u0000\" 'text' \u2028 \uD83D\uDE80".getBytes(StandardCharsets.UTF_8),
                big);
    }

    @ParameterizedTest
    @MethodSource("io.jobqueue.test.contract.RecordRules#payloads")
    default void record_payloadBytes_areKeptExactly(byte[] payload) {
        assertIsKept(JobRecord.of("id", "job", payload.clone(), "application/octet-stream"));
    }

    @ParameterizedTest
    @MethodSource("io.jobqueue.test.contract.RecordRules#hostileTexts")
    default void record_hostileIdNameAndContentType_areKeptExactly(String text) {
        assertIsKept(JobRecord.of(text, text, new byte[] {1}, text));
    }

    @ParameterizedTest
    @MethodSource("io.jobqueue.test.contract.RecordRules#hostileTexts")
    default void record_hostileId_isFoundByInspection(String id) {
        probe().dead(id);
        assertThat(probe().details(id).state()).isEqualTo(JobState.DEAD);
        assertThat(probe().inspection().requeue(id)).isTrue();
        assertThat(probe().inspection().cancel(id)).isTrue();
        assertThat(probe().inspection().find(id)).isEmpty();
    }

    @Test
    default void record_idsThatLookAlike_areDifferentJobs() {
        String[] ids = {"a", "A", "a ", " a", "a/", "a%", "a_", "\u00e9", "e\u0301", "e", "1", "01", "1.0"};
        probe().put(ids);
        assertThat(probe().claimIds(100)).containsExactly(ids);
    }

    @Test
    default void record_hostileHeaders_areKeptExactly() {
        Map<String, String> headers = new HashMap<>();
        hostileTexts().forEach(text -> headers.put(text, text));
        headers.put("lines", "one\ntwo\r\nthree\ttab");
        headers.put("name\nwith: line=break", "");
        headers.put("", "value of the empty name");
        headers.put("long", "x".repeat(20_000));
        assertIsKept(new JobRecord("id", "job", new byte[] {1}, "x/y", headers, null, null, null));
    }

    @Test
    default void record_zeroOptions_areNotTakenForNone() {
        assertIsKept(withOptions(Duration.ZERO, Duration.ZERO, 0));
    }

    @Test
    default void record_smallestOptions_areKeptExactly() {
        assertIsKept(withOptions(Duration.ofNanos(1), Duration.ofMillis(1), 1));
    }

    @Test
    default void record_largestOptions_areKeptExactly() {
        assertIsKept(withOptions(Duration.ofDays(36_500), Duration.ofSeconds(9, 999_999_999), Integer.MAX_VALUE));
    }

    @Test
    default void record_anyObjectInMemory_isTheSameObject() {
        Assumptions.assumeFalse(probe().backend().isStoring(), "a storing backend keeps bytes");
        Object payload = new Object();
        probe().put(new NewJob(
                new JobRecord("a", "job", payload, PayloadCodec.REFERENCE, Map.of(), null, null, null), Duration.ZERO));
        assertThat(probe().claimOne().record().payload()).isSameAs(payload);
    }

    @Test
    default void record_nullInMemory_isNull() {
        Assumptions.assumeFalse(probe().backend().isStoring(), "a storing backend keeps bytes");
        probe().put(new NewJob(
                new JobRecord("a", "job", null, PayloadCodec.REFERENCE, Map.of(), null, null, null), Duration.ZERO));
        assertThat(probe().claimOne().record().payload()).isNull();
    }

    @Test
    default void claim_unreadableRecord_doesNotHoldUpOthers() {
        probe().put("a", "broken", "b");
        probe().makeUnreadable("broken");
        assertThat(probe().claimIds(10)).contains("a", "b");
        assertThat(probe().claimIds(10)).doesNotContain("a", "b");
        probe().put("c");
        assertThat(probe().claimIds(10)).contains("c");
    }

    @Test
    default void inspection_unreadableRecord_doesNotHideOthers() {
        probe().put("a", "broken", "b");
        probe().makeUnreadable("broken");
        assertThat(probe().inspection().list(JobState.WAITING, 10, null))
                .extracting(details -> details.record().id())
                .contains("a", "b");
        assertThat(probe().inspection().counts().waiting()).isBetween(2L, 3L);
    }

    private static JobRecord withOptions(Duration timeout, Duration attemptTimeout, int maxRetries) {
        return new JobRecord("id", "job", new byte[] {1}, "x/y", Map.of(), timeout, attemptTimeout, maxRetries);
    }

    /** Leads a record through retry, release and a lost lease, and looks at it at each claim. */
    private void assertIsKept(JobRecord record) {
        probe().put(new NewJob(record, Duration.ZERO));
        ClaimedJob first = probe().claimOne();
        assertSame(first, record);
        assertThat(probe().settle(Settlement.retry(first.claim(), Duration.ZERO, "reason", "error", null)))
                .isEqualTo(SettleResult.OK);
        ClaimedJob second = probe().awaitOne();
        assertSame(second, record);
        probe().assertHolds(second.claim());
        assertThat(probe().settle(Settlement.release(second.claim(), Duration.ZERO, null)))
                .isEqualTo(SettleResult.OK);
        ClaimedJob third = probe().awaitOne();
        assertSame(third, record);
        assertThat(probe().settle(Settlement.complete(third.claim()))).isEqualTo(SettleResult.OK);
    }

    private static void assertSame(ClaimedJob claimed, JobRecord record) {
        // Not by recursion, which takes seconds for a large array.
        assertThat(claimed.record().payload()).isEqualTo(record.payload());
        assertThat(claimed.record())
                .usingRecursiveComparison()
                .ignoringFields("payload")
                .isEqualTo(record);
    }
}
