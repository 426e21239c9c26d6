package io.jobqueue.test.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** That random commands find what is broken without being told where to look. */
class RandomMutationTest {

    static final class NoFence extends RandomCommandsContract {
        @Override
        protected BackendFixture fixture() {
            return new BrokenBackendFixture(Mutant.NO_FENCE_ON_SETTLE);
        }
    }

    static final class RetryLost extends RandomCommandsContract {
        @Override
        protected BackendFixture fixture() {
            return new BrokenBackendFixture(Mutant.RETRY_LOST);
        }
    }

    static final class LastComesFirst extends RandomCommandsContract {
        @Override
        protected BackendFixture fixture() {
            return new BrokenBackendFixture(Mutant.LAST_COMES_FIRST);
        }
    }

    static final class LeaseNeverEnds extends RandomCommandsContract {
        @Override
        protected BackendFixture fixture() {
            return new BrokenBackendFixture(Mutant.LEASE_NEVER_ENDS);
        }
    }

    static final class CancelSparesRunning extends RandomCommandsContract {
        @Override
        protected BackendFixture fixture() {
            return new BrokenBackendFixture(Mutant.CANCEL_SPARES_RUNNING);
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                NoFence.class,
                RetryLost.class,
                LastComesFirst.class,
                LeaseNeverEnds.class,
                CancelSparesRunning.class
            })
    void commands_brokenBackend_isNoticed(Class<? extends RandomCommandsContract> broken) {
        long failures = EngineTestKit.engine("jqwik")
                .selectors(selectClass(broken))
                .configurationParameter("jqwik.shrinking.default", "OFF")
                .configurationParameter("jqwik.database", "")
                .execute()
                .testEvents()
                .failed()
                .count();
        assertThat(failures).isEqualTo(1);
    }
}
