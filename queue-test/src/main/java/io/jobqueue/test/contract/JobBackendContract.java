package io.jobqueue.test.contract;

import io.jobqueue.spi.JobBackend;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * Every rule of {@link JobBackend} and {@link io.jobqueue.spi.QueueInspection} as a test. A backend that passes is a backend.
 *
 * <pre>{@code
 * class MyBackendContractTest extends JobBackendContract {
 *     @Override
 *     protected BackendFixture fixture() {
 *         return new MyBackendFixture();
 *     }
 * }
 * }</pre>
 *
 * <p>Rules about what is optional (inspection, a second node, a bounded queue, unreadable records) are reported as skipped
 * for a backend that does not offer it.
 */
@Timeout(120)
public abstract class JobBackendContract
        implements EnqueueRules,
                RecordRules,
                ClaimRules,
                WaitRules,
                SettleRules,
                RepeatRules,
                LeaseRules,
                InspectionRules,
                ChangeRules,
                SharedStoreRules,
                ConcurrencyRules {

    private @Nullable BackendProbe probe;

    /** A new fixture for one test. */
    protected abstract BackendFixture fixture() throws Exception;

    @BeforeEach
    void openBackend() throws Exception {
        probe = new BackendProbe(fixture());
    }

    @AfterEach
    void closeBackend() throws Exception {
        if (probe != null) {
            probe.close();
        }
    }

    @Override
    public final BackendProbe probe() {
        return Objects.requireNonNull(probe, "no test is running");
    }
}
