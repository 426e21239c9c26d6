package io.jobqueue.internal;

import static io.jobqueue.QueueState.CLOSED;
import static io.jobqueue.QueueState.CREATED;
import static io.jobqueue.QueueState.PAUSED;
import static io.jobqueue.QueueState.RUNNING;
import static io.jobqueue.QueueState.STOPPED;
import static io.jobqueue.QueueState.STOPPING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.QueueState;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LifecycleTest {

    private static final Map<QueueState, Set<QueueState>> EXPECTED = Map.of(
            CREATED, Set.of(RUNNING, PAUSED, STOPPING),
            RUNNING, Set.of(PAUSED, STOPPING),
            PAUSED, Set.of(RUNNING, STOPPING),
            STOPPING, Set.of(STOPPED, CLOSED),
            STOPPED, Set.of(RUNNING, PAUSED, STOPPING),
            CLOSED, Set.of());

    @ParameterizedTest
    @EnumSource(QueueState.class)
    void isLegal_fromEachState_allowsTheDocumentedTransitionsOnly(QueueState from) {
        for (QueueState to : QueueState.values()) {
            assertThat(Lifecycle.isLegal(from, to))
                    .as("%s to %s", from, to)
                    .isEqualTo(EXPECTED.get(from).contains(to));
        }
    }

    @Test
    void move_legal_happensOnlyFromTheGivenState() {
        Lifecycle lifecycle = new Lifecycle();
        assertThat(lifecycle.state()).isEqualTo(CREATED);
        assertThat(lifecycle.move(RUNNING, PAUSED)).isFalse();
        assertThat(lifecycle.state()).isEqualTo(CREATED);
        assertThat(lifecycle.move(CREATED, RUNNING)).isTrue();
        assertThat(lifecycle.state()).isEqualTo(RUNNING);
    }

    @Test
    void move_illegal_isRefusedNamingBothStates() {
        Lifecycle lifecycle = new Lifecycle();
        assertThatThrownBy(() -> lifecycle.move(CREATED, CLOSED))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("CREATED")
                .hasMessageContaining("CLOSED");
        assertThatThrownBy(() -> lifecycle.move(CLOSED, RUNNING)).isInstanceOf(IllegalStateException.class);
        assertThat(lifecycle.state()).isEqualTo(CREATED);
    }
}
