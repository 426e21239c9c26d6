package io.jobqueue.bench.subject;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Spring's executor with a thread per job and a limit, at which the submitting thread waits. Its own close cancels jobs
 * whose thread has not begun, so this counts and waits for them first.
 */
final class SpringAsyncSubject implements Subject {

    private static final long LOOK_AGAIN_NANOS = 100_000;

    private final SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor();
    private final LongAdder submitted = new LongAdder();
    private final LongAdder ended = new LongAdder();

    SpringAsyncSubject(Setup setup) {
        executor.setVirtualThreads(setup.threads() == ThreadKind.VIRTUAL);
        executor.setConcurrencyLimit(setup.workers());
    }

    @Override
    public void execute(Runnable job) {
        submitted.increment();
        executor.execute(() -> {
            try {
                job.run();
            } finally {
                ended.increment();
            }
        });
    }

    @Override
    public void close() {
        while (ended.sum() < submitted.sum()) {
            LockSupport.parkNanos(this, LOOK_AGAIN_NANOS);
        }
        executor.close();
    }
}
