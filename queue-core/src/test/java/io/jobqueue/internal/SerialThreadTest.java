package io.jobqueue.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jobqueue.JobQueue;
import io.jobqueue.event.JobEvent;
import io.jobqueue.event.JobListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class SerialThreadTest {

    @Test
    void execute_afterAPause_usesTheSameThread() throws Exception {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        JobListener listener = new JobListener() {
            @Override
            public void completed(JobEvent event) {
                threads.add(Thread.currentThread());
            }
        };
        try (JobQueue queue =
                JobQueue.builder("pause").workerCount(1).listener(listener).build()) {
            queue.start();
            runOne(queue);
            await().until(() -> threads.size() == 1);
            await().until(() -> isAsleepOrGone(threads.get(0)));
            runOne(queue);
            await().until(() -> threads.size() == 2);
        }
        assertThat(threads.get(1)).isSameAs(threads.get(0));
    }

    private static void runOne(JobQueue queue) throws Exception {
        queue.submit(() -> "done").get(10, TimeUnit.SECONDS);
    }

    private static boolean isAsleepOrGone(Thread thread) {
        return LockSupport.getBlocker(thread) instanceof Signal || !thread.isAlive();
    }
}
