package io.jobqueue.bench.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.GroupResult;
import io.jobqueue.bench.run.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcceptanceTest {

    @Test
    void table_flowHalfAsFastAsTheLimit_promiseIsNotKept() {
        GroupResult result = new GroupResult(Groups.FULL_LOAD);
        add(result, RedisSubjects.JOBQUEUE, 20_000, 9);
        add(result, RedisSubjects.LUA_BATCH, 40_000, 5);
        add(result, RedisSubjects.STREAM_BATCH, 30_000, 8);
        add(result, RedisSubjects.REDISSON_QUEUE, 5_000, 20);
        GroupResult batches = new GroupResult(Groups.BATCHES);
        add(batches, RedisSubjects.JOBQUEUE, 20_000, 9);

        assertThat(Acceptance.table(List.of(result, batches)).lines())
                .contains(
                        "| no-op, 100 workers, 100 producers ÷ best hand-written batches | at least 0.75 | 0.50 | NO |",
                        "| no-op, 100 workers, 100 producers ÷ best of Redisson | at least 3.0 | 4.00 | yes |",
                        "| no-op, 100 workers, batches of 100, server µs per job | at most 10.0 | 9.00 | yes |")
                .noneMatch(line -> line.contains("latency"));
    }

    @Test
    void table_noResults_empty() {
        assertThat(Acceptance.table(List.of())).isEmpty();
    }

    private static void add(GroupResult result, String subject, double rate, double serverMicros) {
        result.cell(subject)
                .addWarm(Sample.empty().with(Figure.JOBS_PER_SECOND, rate).with(Costs.SERVER_CPU, serverMicros));
    }
}
