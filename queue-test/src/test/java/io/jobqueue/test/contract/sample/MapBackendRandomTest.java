package io.jobqueue.test.contract.sample;

import io.jobqueue.test.contract.BackendFixture;
import io.jobqueue.test.contract.RandomCommandsContract;

class MapBackendRandomTest extends RandomCommandsContract {

    @Override
    protected BackendFixture fixture() {
        return new MapFixture();
    }
}
