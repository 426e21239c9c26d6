package io.jobqueue.bench.subject;

import java.time.Duration;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Spring's pool. */
final class SpringPoolSubject implements Subject {

    private final ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();

    SpringPoolSubject(Setup setup) {
        executor.setCorePoolSize(setup.workers());
        executor.setMaxPoolSize(setup.workers());
        executor.setThreadFactory(setup.threads().factory());
        executor.setWaitForTasksToCompleteOnShutdown(true);
        executor.setAwaitTerminationSeconds((int) Duration.ofHours(1).toSeconds());
        executor.initialize();
    }

    @Override
    public void execute(Runnable job) {
        executor.execute(job);
    }

    @Override
    public void close() {
        executor.shutdown();
    }
}
