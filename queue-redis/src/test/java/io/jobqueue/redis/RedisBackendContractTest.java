package io.jobqueue.redis;

import io.jobqueue.test.contract.BackendFixture;
import io.jobqueue.test.contract.JobBackendContract;

class RedisBackendContractTest extends JobBackendContract {

    @Override
    protected BackendFixture fixture() {
        return new RedisFixture();
    }
}
