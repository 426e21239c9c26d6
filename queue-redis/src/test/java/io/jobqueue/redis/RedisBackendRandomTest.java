package io.jobqueue.redis;

import io.jobqueue.test.contract.BackendFixture;
import io.jobqueue.test.contract.RandomCommandsContract;

class RedisBackendRandomTest extends RandomCommandsContract {

    @Override
    protected BackendFixture fixture() {
        return new RedisFixture();
    }
}
