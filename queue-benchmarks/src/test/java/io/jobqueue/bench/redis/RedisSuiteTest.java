package io.jobqueue.bench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Group;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Sample;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisSuiteTest {

    private static final List<String> SUBJECTS = RedisSubjects.ALL_NAMES;
    private static Servers servers;

    @BeforeAll
    static void start() {
        servers = Servers.start();
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @ParameterizedTest
    @FieldSource("SUBJECTS")
    void run_flowOfTwoInstances_everyJobRuns(String subject) throws Exception {
        Params params = params(Groups.FLOW)
                .with("sleep", 0)
                .with("workers", 5)
                .with("producers", 3)
                .with("instances", 2)
                .with("batch", 1)
                .with("jobs", 400);

        Sample sample = new RedisSuite().run(subject, params);

        assertThat(sample.get(Figure.JOBS_PER_SECOND)).isPositive();
        assertThat(sample.get(Costs.SERVER_CPU)).isNotNegative();
        assertThat(sample.get(Costs.READS)).isPositive();
        assertThat(sample.get(Flow.DUPLICATES)).isZero();
    }

    @Test
    void run_batches_takeFewCalls() throws Exception {
        Params params = params(Groups.FLOW)
                .with("sleep", 0)
                .with("workers", 100)
                .with("instances", 1)
                .with("batch", 100)
                .with("jobs", 1_000);

        Sample sample = new RedisSuite().run(RedisSubjects.JOBQUEUE, params);

        assertThat(sample.get(Flow.DUPLICATES)).isZero();
        assertThat(sample.get(Costs.READS)).isLessThan(0.5);
    }

    @ParameterizedTest
    @FieldSource("SUBJECTS")
    void run_enqueueOnly_serverKeepsAll(String subject) throws Exception {
        Sample sample = new RedisSuite()
                .run(subject, params(Groups.ENQUEUE).with("producers", 3).with("jobs", 40_000));

        assertThat(sample.get(EnqueueOnly.MEMORY)).isGreaterThan(Ledger.PAYLOAD_BYTES / 2.0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void run_latency_measured(boolean across) throws Exception {
        Sample sample = new RedisSuite()
                .run(
                        RedisSubjects.JOBQUEUE,
                        params(Groups.LATENCY).with("across", across).with("jobs", 20));

        assertThat(sample.get(IdleLatency.P999)).isGreaterThanOrEqualTo(sample.get(IdleLatency.P50));
    }

    @Test
    void run_backlog_everyJobRuns() throws Exception {
        Params params =
                params(Groups.BACKLOG).with("backlog", 300).with("workers", 4).with("jobs", 500);

        Sample sample = new RedisSuite().run(RedisSubjects.LUA_BATCH, params);

        assertThat(sample.get(Figure.JOBS_PER_SECOND)).isPositive();
    }

    @Test
    void clear_withPersistence_rewritesTheFile() {
        try (Server server = Server.of(params(Groups.FLOW).with("persistence", Persistence.EVERYSEC.label()))) {
            server.clear();

            assertThat(server.dataMemory()).isPositive();
        }
    }

    @Test
    void run_unknownSubject_listsTheOthers() {
        assertThatThrownBy(() -> RedisSubjects.create("nobody", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("nobody", RedisSubjects.LIST);
    }

    @Test
    void groups_names_distinct() {
        assertThat(Groups.all()).extracting(Group::name).doesNotHaveDuplicates();
        assertThat(Groups.all()).extracting(Group::name).contains(Groups.FULL_LOAD.name());
    }

    private static Params params(String scenario) {
        return Params.none()
                .with("scenario", scenario)
                .with("persistence", Persistence.NONE.label())
                .with(servers.params());
    }
}
