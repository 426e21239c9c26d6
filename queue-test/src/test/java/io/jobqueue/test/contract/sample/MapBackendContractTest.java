package io.jobqueue.test.contract.sample;

import io.jobqueue.test.contract.BackendFixture;
import io.jobqueue.test.contract.JobBackendContract;

class MapBackendContractTest extends JobBackendContract {

    @Override
    protected BackendFixture fixture() {
        return new MapFixture();
    }
}
