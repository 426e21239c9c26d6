package io.jobqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.JobDetails;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnection;

/** What is in Redis, and stays or does not stay there. */
class StoredStateTest {

    private final RedisFixture fixture = new RedisFixture();
    private RedisBackend backend;
    private QueueInspection inspection;

    @BeforeEach
    void open() {
        use(fixture.builder());
    }

    private void use(RedisBackendBuilder builder) {
        if (backend != null) {
            backend.close();
        }
        backend = builder.build();
        inspection = backend.inspection().orElseThrow();
    }

    @AfterEach
    void close() {
        backend.close();
        fixture.close();
    }

    // ---- nothing is left

    @Test
    void keys_whenAllIsDone_areOnlyTheSetOfLeases() {
        Jobs.bury(backend, "dead");
        inspection.delete("dead");
        backend.enqueue(Jobs.jobs(1000));
        inspection.delete("job-3");
        List<ClaimedJob> jobs = Jobs.claim(backend, 2000);
        backend.settle(List.of(
                Settlement.retry(jobs.get(0).claim(), Duration.ofHours(1), "reason", "error", Duration.ofHours(2))));
        Jobs.complete(backend, jobs.subList(1, jobs.size()));
        inspection.cancel(jobs.get(0).record().id());
        Jobs.claim(backend, 10);
        backend.close();
        assertThat(fixture.keysLeft()).isSubsetOf("lease", "wake");
    }

    // ---- jobs that were removed while they waited

    @Test
    void delete_manyWaiting_leavesTheOthersAndTheCountsRight() {
        backend.enqueue(Jobs.jobs(1000));
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            if (i % 3 == 0) {
                kept.add("job-" + i);
            } else {
                assertThat(inspection.delete("job-" + i)).isTrue();
            }
        }
        assertThat(Jobs.counts(backend).waiting()).isEqualTo(kept.size());
        assertThat(inspection.list(JobState.WAITING, 500, null))
                .extracting(details -> details.record().id())
                .containsExactlyElementsOf(kept);
        assertThat(Jobs.claimIds(backend, 1000)).containsExactlyElementsOf(kept);
        assertThat(Jobs.counts(backend).waiting()).isZero();
        assertThat(fixture.keysLeft()).doesNotContain("gone");
    }

    @Test
    void delete_thenEnqueueAgain_isClaimedOnceAndInItsNewPlace() {
        Jobs.put(backend, "a", "b", "a2");
        for (int i = 0; i < 3; i++) {
            inspection.delete("a");
            Jobs.put(backend, "a");
        }
        assertThat(Jobs.counts(backend).waiting()).isEqualTo(3);
        assertThat(inspection.list(JobState.WAITING, 10, null))
                .extracting(details -> details.record().id())
                .containsExactly("b", "a2", "a");
        assertThat(Jobs.claimIds(backend, 1)).containsExactly("b");
        assertThat(Jobs.claimIds(backend, 10)).containsExactly("a2", "a");
        assertThat(Jobs.claimIds(backend, 10)).isEmpty();
    }

    @Test
    void claim_moreDeletedAheadThanOneScriptSkips_findsTheLivingOne() {
        backend.enqueue(Jobs.jobs(500));
        Jobs.put(backend, "alive");
        assertThat(inspection.purge(JobState.WAITING, Duration.ofHours(-1))).isEqualTo(501);
        Jobs.put(backend, "alive");
        assertThat(Jobs.claimIds(backend, 1)).containsExactly("alive");
        assertThat(Jobs.counts(backend).waiting()).isZero();
    }

    @Test
    void capacity_afterDeletes_isFreeAgain() {
        use(fixture.builder().capacity(2));
        Jobs.put(backend, "a", "b");
        inspection.delete("a");
        Jobs.put(backend, "c");
        assertThat(Jobs.claimIds(backend, 10)).containsExactly("b", "c");
    }

    // ---- leases that ran out

    @Test
    void claim_leasesRanOut_comeBeforeTheBacklogInTheirOrder() {
        Jobs.put(backend, "a", "b", "c", "d");
        assertThat(Jobs.claimIds(backend, 1)).containsExactly("a");
        fixture.advance(Duration.ofMillis(10));
        assertThat(Jobs.claimIds(backend, 1)).containsExactly("b");
        fixture.advance(fixture.lease().plusSeconds(1));
        assertThat(Jobs.claimIds(backend, 10)).containsExactly("a", "b", "c", "d");
    }

    // ---- records that are missing

    @Test
    void claim_recordMissing_isDroppedAndTheOthersGoOn() {
        Jobs.put(backend, "a", "lost", "b");
        fixture.removeRecord("lost");
        assertThat(Jobs.claimIds(backend, 10)).containsExactly("a", "b");
        assertThat(Jobs.counts(backend).waiting()).isZero();
        Jobs.put(backend, "lost"); // its id is free
        assertThat(Jobs.claimIds(backend, 10)).containsExactly("lost");
    }

    @Test
    void recordsMissing_inEveryPlace_holdNothingUp() {
        Jobs.put(backend, "running");
        Jobs.claim(backend, 1);
        Jobs.bury(backend, "dead");
        backend.enqueue(List.of(new NewJob(Jobs.job("delayed").record(), Duration.ofSeconds(1))));
        for (String id : List.of("running", "dead", "delayed")) {
            fixture.removeRecord(id);
        }
        Jobs.put(backend, "alive");
        fixture.advance(fixture.lease().plusSeconds(1));
        assertThat(Jobs.claimIds(backend, 10)).containsExactly("alive");
        assertThat(inspection.list(JobState.DEAD, 10, null)).isEmpty();
        assertThat(inspection.requeue("dead")).isFalse();
        assertThat(Jobs.counts(backend).running()).isEqualTo(1);
    }

    @Test
    void claim_unreadableRecord_isBuriedForPeopleToSee() {
        Jobs.put(backend, "a");
        fixture.makeUnreadable("a");
        assertThat(Jobs.claimIds(backend, 10)).isEmpty();
        JobDetails details = inspection.find("a").orElseThrow();
        assertThat(details.state()).isEqualTo(JobState.DEAD);
        assertThat(details.reason()).contains("no job record");
        assertThat(details.record().payload()).isEqualTo(Bytes.of("damaged"));
        assertThat(inspection.delete("a")).isTrue();
    }

    // ---- dead jobs

    @Test
    void dead_moreThanTheLimit_areTheLatest() {
        use(fixture.builder().deadLimit(2));
        for (String id : List.of("a", "b", "c", "d")) {
            Jobs.bury(backend, id);
        }
        assertThat(inspection.list(JobState.DEAD, 10, null))
                .extracting(details -> details.record().id())
                .containsExactly("c", "d");
        assertThat(inspection.find("a")).isEmpty();
        Jobs.put(backend, "a"); // its id is free again
        assertThat(Jobs.claimIds(backend, 1)).containsExactly("a");
    }

    @Test
    void dead_olderThanTheLimit_goWithTheNextBurial() {
        use(fixture.builder().deadAge(Duration.ofHours(1)));
        Jobs.bury(backend, "old");
        fixture.advance(Duration.ofMinutes(59));
        Jobs.bury(backend, "younger");
        assertThat(Jobs.counts(backend).dead()).isEqualTo(2);
        fixture.advance(Duration.ofMinutes(2));
        Jobs.bury(backend, "young");
        assertThat(inspection.list(JobState.DEAD, 10, null))
                .extracting(details -> details.record().id())
                .containsExactly("younger", "young");
        assertThat(inspection.find("old")).isEmpty();
    }

    @Test
    void dead_olderThanTheLimit_goThoughNobodyDies() {
        use(fixture.builder().deadAge(Duration.ofHours(1)));
        Jobs.bury(backend, "old");
        fixture.advance(Duration.ofMinutes(61));
        backend.close();
        use(fixture.builder().deadAge(Duration.ofHours(1)));
        Jobs.claim(backend, 1); // a node that starts tends the queue at once
        Jobs.claim(backend, 1);
        assertThat(fixture.keysLeft()).doesNotContain("dead", "body", "state", "why");
    }

    // ---- what the server forgot

    @Test
    void scriptFlush_betweenCalls_isNotNoticed() {
        Jobs.put(backend, "a");
        try (RedisConnection redis = SharedServer.CONNECTIONS.getConnection()) {
            redis.scriptingCommands().scriptFlush();
            List<ClaimedJob> jobs = Jobs.claim(backend, 1);
            redis.scriptingCommands().scriptFlush();
            Jobs.complete(backend, jobs);
            redis.scriptingCommands().scriptFlush();
            Jobs.put(backend, "b");
        }
        assertThat(Jobs.counts(backend).waiting()).isEqualTo(1);
    }
}
