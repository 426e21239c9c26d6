package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.JobQueue;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class MdcInterceptorTest {

    @AfterEach
    void clear() {
        MDC.clear();
    }

    @Test
    void job_running_isNamedInMdc() {
        Contexts.runner()
                .withBean(Recording.class)
                .withPropertyValues("job-queue.worker-count=1")
                .run(context -> {
                    JobQueue queue = context.getBean(JobQueue.class);
                    String id = queue.enqueue("record", null);
                    assertThat(queue.awaitIdle(java.time.Duration.ofSeconds(5))).isTrue();
                    assertThat(context.getBean(Recording.class).seen)
                            .containsEntry("jobqueue.queue", "default")
                            .containsEntry("jobqueue.jobId", id)
                            .containsEntry("jobqueue.jobName", "record")
                            .containsEntry("jobqueue.attempt", "1");
                    Map<String, String> after =
                            queue.submit(MDC::getCopyOfContextMap).get(5, TimeUnit.SECONDS);
                    assertThat(after).doesNotContainValue(id);
                });
    }

    @Test
    void task_running_hasTheQueueInMdcAlone() {
        Contexts.runner().withBean(Recording.class).run(context -> {
            JobQueue queue = context.getBean(JobQueue.class);
            queue.enqueue("record", null);
            Map<String, String> seen = queue.submit(MDC::getCopyOfContextMap).get(5, TimeUnit.SECONDS);
            assertThat(seen).containsOnly(Map.entry("jobqueue.queue", "default"));
        });
    }

    @Test
    void handler_thatClearsTheMdc_spoilsItNotForTheNext() {
        Contexts.runner()
                .withBean(Recording.class)
                .withPropertyValues("job-queue.worker-count=1")
                .run(context -> {
                    JobQueue queue = context.getBean(JobQueue.class);
                    queue.execute(MDC::clear);
                    queue.enqueue("record", null);
                    assertThat(queue.awaitIdle(java.time.Duration.ofSeconds(5))).isTrue();
                    assertThat(context.getBean(Recording.class).seen)
                            .containsOnlyKeys(
                                    "jobqueue.queue", "jobqueue.jobId", "jobqueue.jobName", "jobqueue.attempt");
                });
    }

    @Test
    void job_onCallersThread_leavesItsMdcAsItWas() {
        Contexts.runner()
                .withBean(Recording.class)
                .withPropertyValues(
                        "job-queue.worker-count=0", "job-queue.capacity=1", "job-queue.when-full=caller-runs")
                .run(context -> {
                    JobQueue queue = context.getBean(JobQueue.class);
                    queue.enqueue("record", null);
                    MDC.put("jobqueue.queue", "outer");
                    MDC.put("mine", "kept");
                    queue.enqueue("record", null);
                    assertThat(context.getBean(Recording.class).seen).containsEntry("jobqueue.queue", "default");
                    assertThat(MDC.getCopyOfContextMap())
                            .containsOnly(Map.entry("jobqueue.queue", "outer"), Map.entry("mine", "kept"));
                });
    }

    static class Recording {
        final Map<String, String> seen = new HashMap<>();

        @JobHandler("record")
        void record() {
            seen.putAll(MDC.getCopyOfContextMap());
        }
    }
}
