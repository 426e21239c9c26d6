package io.jobqueue.redis.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.redis.fault.Event.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The judge finds what is wrong, and nothing in what is right. Times are milliseconds. */
class ConservationTest {

    private static final String ID = "job";

    private final List<Event> events = new ArrayList<>();
    private String places = "";

    private ConservationTest at(long sent, long answered, Kind kind, String token, String detail) {
        events.add(new Event(kind, millis(sent), millis(answered), "node", ID, token, detail));
        return this;
    }

    private static long millis(long time) {
        return TimeUnit.MILLISECONDS.toNanos(time);
    }

    private ConservationTest accepted() {
        return at(0, 1, Kind.OFFERED, "", "").at(0, 1, Kind.ACCEPTED, "", "");
    }

    private ConservationTest claimed(long sent, long answered, String token) {
        return at(sent, answered, Kind.CLAIMED, token, "PT1S");
    }

    private ConservationTest completed(long sent, long answered, String token) {
        return at(sent, sent, Kind.SETTLING, token, "COMPLETE").at(sent, answered, Kind.SETTLED, token, "COMPLETE");
    }

    private List<String> violations() {
        Map<String, String> stored = places.isEmpty() ? Map.of() : Map.of(ID, places);
        return new Conservation(events, new StoreAudit(stored, List.of())).violations();
    }

    private void isWrong(String what) {
        assertThat(violations()).singleElement().asString().contains(what);
    }

    @Test
    void violations_jobRunsAndEnds_none() {
        accepted().claimed(2, 3, "a").completed(10, 11, "a");

        assertThat(violations()).isEmpty();
    }

    @Test
    void violations_jobIsTakenOverAndFencedOff_none() {
        accepted()
                .claimed(2, 3, "a")
                .claimed(1_500, 1_501, "b")
                .completed(1_600, 1_601, "b")
                .at(1_700, 1_700, Kind.SETTLING, "a", "COMPLETE")
                .at(1_700, 1_701, Kind.FENCED, "a", "COMPLETE");

        assertThat(violations()).isEmpty();
    }

    @Test
    void violations_acceptedJobIsNowhere_isLost() {
        accepted().claimed(2, 3, "a");

        isWrong("is lost");
    }

    @Test
    void violations_endWasNotHeardOf_none() {
        accepted()
                .claimed(2, 3, "a")
                .at(10, 10, Kind.SETTLING, "a", "COMPLETE")
                .at(10, 20, Kind.IN_DOUBT, "a", "COMPLETE");

        assertThat(violations()).isEmpty();
    }

    @Test
    void violations_enqueueWasNotHeardOf_none() {
        at(0, 0, Kind.OFFERED, "", "").at(0, 9, Kind.IN_DOUBT, "", "ENQUEUE");

        assertThat(violations()).isEmpty();
    }

    @Test
    void violations_endedTwice_areNamed() {
        accepted().claimed(2, 3, "a").completed(10, 13, "a").claimed(2, 12, "b").completed(20, 21, "b");

        assertThat(violations()).singleElement().asString().contains("has ended 2 times");
    }

    @Test
    void violations_enqueueWasRepeatedAfterTheEnd_none() {
        at(0, 0, Kind.OFFERED, "", "").claimed(2, 3, "a").completed(10, 11, "a");
        at(0, 20, Kind.ACCEPTED, "", "").claimed(15, 25, "b").completed(30, 31, "b");

        assertThat(violations()).isEmpty();
    }

    @Test
    void violations_endedAndStored_isNamed() {
        accepted().claimed(2, 3, "a").completed(10, 11, "a");
        places = "W";

        isWrong("has ended and is stored");
    }

    @Test
    void violations_storedTwice_isNamed() {
        accepted();
        places = "WR";

        isWrong("in more than one place: WR");
    }

    @Test
    void violations_claimedAfterItsEnd_isNamed() {
        accepted().claimed(2, 3, "a").completed(10, 11, "a").claimed(20, 21, "b");

        isWrong("after its end");
    }

    @Test
    void violations_lateWriteIsAccepted_isNamed() {
        accepted().claimed(2, 3, "a").claimed(1_500, 1_501, "b").completed(1_600, 1_601, "a");

        assertThat(violations())
                .singleElement()
                .asString()
                .contains("with a was accepted after b was given away")
                .contains("with a was accepted after the lease");
    }

    @Test
    void violations_twoLiveTokens_areNamed() {
        accepted().claimed(2, 3, "a").claimed(500, 501, "b").completed(600, 601, "b");

        isWrong("two live tokens at once: a and b");
    }

    @Test
    void violations_renewedClaimIsGivenAway_isNamed() {
        accepted()
                .claimed(2, 3, "a")
                .at(800, 801, Kind.EXTENDED, "a", "EXTEND")
                .claimed(1_500, 1_501, "b")
                .completed(1_600, 1_601, "b");

        isWrong("two live tokens at once: a and b");
    }

    @Test
    void violations_liveClaimIsRefused_isNamed() {
        accepted().claimed(2, 3, "a").at(500, 501, Kind.FENCED, "a", "EXTEND").completed(600, 601, "a");

        isWrong("was refused with the live token a");
    }

    @Test
    void violations_tokenIsUsedTwice_isNamed() {
        accepted().claimed(2, 3, "a").claimed(1_500, 1_501, "a").completed(1_600, 1_601, "a");

        isWrong("twice with the same token");
    }

    @Test
    void read_fileWasCutOff_givesWhatIsWhole(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("journal");
        Event event = new Event(Kind.CLAIMED, 1, 2, "node", ID, "a", "");
        Journal.inFile(file).add(event);
        Files.writeString(file, "SETTLED\t1", StandardOpenOption.APPEND);

        assertThat(Journal.read(file)).containsExactly(event);
    }
}
