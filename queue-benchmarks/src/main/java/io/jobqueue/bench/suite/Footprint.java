package io.jobqueue.bench.suite;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobQueue;
import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Sample;
import io.jobqueue.bench.run.WrongResultException;
import io.jobqueue.bench.subject.Setup;
import io.jobqueue.bench.subject.Subject;
import io.jobqueue.bench.subject.Subjects;
import io.jobqueue.bench.subject.ThreadKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The heap that a waiting job holds, without the job's own code, which is shared. */
final class Footprint {

    static final Figure HELD = Figure.lower("bytes held/job");
    static final String TASK = "task";
    static final String FUTURE = "future";
    static final String MESSAGE = "message";

    private static final EnqueueOptions OPTIONS = EnqueueOptions.defaults()
            .withTimeout(Duration.ofMinutes(5))
            .withAttemptTimeout(Duration.ofMinutes(1))
            .withMaxRetries(3);

    private Footprint() {}

    static Sample run(String subject, Params params) throws Exception {
        int jobs = params.number("jobs");
        return switch (params.text("kind")) {
            case FUTURE -> futures(jobs);
            case MESSAGE -> messages(jobs);
            default -> tasks(subject, jobs);
        };
    }

    private static Sample tasks(String name, int jobs) throws Exception {
        Batch batch = new Batch(1_000);
        try (Subject subject = Subjects.create(name, new Setup(1, ThreadKind.PLATFORM, jobs + 1))) {
            Gate gate = Gate.hold(subject, 1);
            long before = Heap.used();
            for (int left = jobs; left > 0; left -= batch.size()) {
                batch.submit(subject, Math.min(left, batch.size()));
            }
            long held = Heap.used() - before;
            gate.open();
            batch.await();
            return sample(held, jobs);
        } finally {
            batch.verify();
        }
    }

    /** Tasks with options, whose futures are kept. */
    private static Sample futures(int jobs) {
        try (JobQueue queue = JobQueue.builder("bench").build()) {
            List<CompletableFuture<String>> futures = new ArrayList<>(jobs);
            long before = Heap.used();
            for (int i = 0; i < jobs; i++) {
                futures.add(queue.submit(() -> "", OPTIONS));
            }
            long held = Heap.used() - before;
            queue.start();
            futures.forEach(CompletableFuture::join);
            return sample(held, jobs);
        }
    }

    /** Messages with options and ids of the caller's, whose payload is shared. */
    private static Sample messages(int jobs) {
        try (JobQueue queue = JobQueue.builder("bench")
                .processor("message", String.class, (payload, context) -> {})
                .build()) {
            long before = Heap.used();
            for (int i = 0; i < jobs; i++) {
                queue.enqueue("message", "payload", OPTIONS.withId(Integer.toString(i)));
            }
            long held = Heap.used() - before;
            queue.start();
            queue.close();
            if (queue.stats().succeeded() != jobs) {
                throw new WrongResultException(
                        "of " + jobs + " messages " + queue.stats().succeeded() + " succeeded");
            }
            return sample(held, jobs);
        }
    }

    private static Sample sample(long held, int jobs) {
        return Sample.empty().with(HELD, (double) held / jobs);
    }
}
