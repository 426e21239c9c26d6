package io.jobqueue.test.contract;

class MemoryBackendContractTest extends JobBackendContract {

    @Override
    protected BackendFixture fixture() {
        return new MemoryFixture();
    }
}
