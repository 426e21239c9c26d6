package io.jobqueue.redis.fault;

import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.QueueInspection;
import java.util.Optional;

/** Another backend, with something around the calls that change jobs. */
abstract class WrappedBackend implements JobBackend {

    final JobBackend backend;

    WrappedBackend(JobBackend backend) {
        this.backend = backend;
    }

    @Override
    public boolean isStoring() {
        return backend.isStoring();
    }

    @Override
    public void wakeup() {
        backend.wakeup();
    }

    @Override
    public Optional<QueueInspection> inspection() {
        return backend.inspection();
    }

    @Override
    public void close() {
        backend.close();
    }
}
