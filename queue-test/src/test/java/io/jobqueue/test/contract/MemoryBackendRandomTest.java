package io.jobqueue.test.contract;

class MemoryBackendRandomTest extends RandomCommandsContract {

    @Override
    protected BackendFixture fixture() {
        return new MemoryFixture();
    }
}
