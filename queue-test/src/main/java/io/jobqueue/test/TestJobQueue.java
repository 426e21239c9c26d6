package io.jobqueue.test;

import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueBuilder;
import io.jobqueue.QueueStats;
import io.jobqueue.event.JobEvent;
import io.jobqueue.internal.DefaultJobQueue;
import io.jobqueue.memory.MemoryBackend;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.PayloadCodec;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.assertj.core.api.AssertProvider;

/**
 * A job queue for tests that has no threads of its own: jobs run when the test says so, on the test's thread, one after the
 * other, and delays pass when the test moves the clock. What a job does, how it is retried and when it times out is decided by
 * the same code as in production.
 *
 * <pre>{@code
 * try (TestJobQueue jobs = TestJobQueue.create(q -> q.processor("mail", Mail.class, mailer::send).retry(RetryPolicy.of(2)))) {
 *     new SignUp(jobs.queue()).register("ann@example.org");
 *
 *     assertThat(jobs).hasEnqueued("mail", new Mail("ann@example.org"));
 *     jobs.drain();
 *     assertThat(jobs).hasSucceeded("mail");
 * }
 * }</pre>
 *
 * <p>For one thread, the test's. Handlers may enqueue more.
 */
public final class TestJobQueue implements AutoCloseable, AssertProvider<TestJobQueueAssert> {

    /** More attempts than any test means to run by one call. */
    static final int MAX_ATTEMPTS = 10_000;

    private final FakeClock clock = new FakeClock();
    private final MemoryBackend backend = new MemoryBackend(clock, MemoryBackend.DEFAULT_DEAD_LIMIT);
    private final EventRecorder events = new EventRecorder();
    private final DefaultJobQueue sync;
    private final CapturingJobQueue queue;

    private TestJobQueue(Consumer<JobQueueBuilder> settings) {
        JobQueueBuilder builder = JobQueue.builder("test");
        settings.accept(builder);
        JobQueue built =
                builder.nanoClock(clock).backend(backend).listener(events).build();
        this.sync = (DefaultJobQueue) built;
        this.queue = new CapturingJobQueue(built, this);
    }

    /** With default settings; processors can be added by {@link JobQueue#register}. */
    public static TestJobQueue create() {
        return create(settings -> {});
    }

    /** With settings and processors of your own. Backend and clock are the harness's. */
    public static TestJobQueue create(Consumer<JobQueueBuilder> settings) {
        return new TestJobQueue(settings);
    }

    /**
     * Like {@link #create(Consumer)}, and every payload goes through the codec and back, as with a storing backend: a handler
     * gets a copy, and a payload that does not survive the trip fails the test instead of production.
     */
    public static TestJobQueue create(PayloadCodec codec, Consumer<JobQueueBuilder> settings) {
        Objects.requireNonNull(codec, "codec");
        return new TestJobQueue(builder -> {
            builder.codec(codec).copyPayloads(true);
            settings.accept(builder);
        });
    }

    /**
     * The queue, for the code under test. Its {@code start} does nothing, its {@code awaitIdle} runs what is due, and so do
     * {@code drain} and {@code close} before they close it.
     */
    public JobQueue queue() {
        return queue;
    }

    /** The queue's clock. */
    public FakeClock clock() {
        return clock;
    }

    // ---- running

    /** Runs the next due job, one attempt. False if none is due. */
    public boolean runNext() {
        return sync.runNext();
    }

    /**
     * Runs everything that is due, in order, until nothing is; with what these jobs enqueue, too.
     *
     * @return how the jobs ended that ended now; one that waits for its retry has not
     * @throws IllegalStateException after 10,000 attempts
     */
    public List<JobEvent> drain() {
        int before = outcomes().size();
        runDue(0);
        return outcomes().subList(before, outcomes().size());
    }

    /**
     * Like {@link #drain()}, but also lets the clock go on to whatever is delayed, until there is no job left.
     *
     * @throws IllegalStateException after 10,000 attempts
     */
    public List<JobEvent> drainAll() {
        int before = outcomes().size();
        int attempts = runDue(0);
        for (long due = nextDue(); due != Long.MAX_VALUE; due = nextDue()) {
            clock.advance(Duration.ofNanos(Math.max(0, due - clock.getAsLong())));
            attempts = runDue(attempts + 1);
        }
        return outcomes().subList(before, outcomes().size());
    }

    private long nextDue() {
        return backend.jobs().nextDueNanos();
    }

    private int runDue(int attemptsBefore) {
        int attempts = attemptsBefore;
        while (runNext()) {
            if (++attempts >= MAX_ATTEMPTS) {
                throw new IllegalStateException("ran " + attempts + " attempts and there are still jobs due: " + stats()
                        + "; does a job enqueue itself again and again? Run single jobs by runNext()");
            }
        }
        return attempts;
    }

    /** Lets time pass: delays and timeouts that are over take effect at the next {@link #drain()}. */
    public void advance(Duration time) {
        clock.advance(time);
    }

    // ---- looking

    /** All messages that were enqueued, in order. */
    public List<CapturedJob> captured() {
        return queue.captured();
    }

    /** The messages of one name that were enqueued, in order. */
    public List<CapturedJob> captured(String name) {
        return queue.captured().stream().filter(job -> job.name().equals(name)).toList();
    }

    /** The payloads of the messages of one name, in order. */
    public <T> List<T> payloads(String name, Class<T> type) {
        return captured(name).stream().map(job -> type.cast(job.payload())).toList();
    }

    /** Forgets what was captured so far, for example what the preparation of a test has enqueued. The jobs stay. */
    public void forgetCaptured() {
        queue.forget();
    }

    /** How jobs and tasks ended, in order: {@link JobEvent#outcome()}, {@link JobEvent#attempt()}, {@link JobEvent#error()}. */
    public List<JobEvent> outcomes() {
        return events.ended(stats());
    }

    /** Attempts that failed and were or will be followed by another, in order. */
    public List<JobEvent> retries() {
        return events.retried(stats());
    }

    public QueueStats stats() {
        return sync.stats();
    }

    String nameOf(String id) {
        return events.nameOf(id);
    }

    /** For AssertJ: its own {@code assertThat(jobs)} calls this. */
    @Override
    public TestJobQueueAssert assertThat() {
        return new TestJobQueueAssert(this);
    }

    /** Ends it; messages that were not run are thrown away. */
    @Override
    public void close() {
        backend.inspection().ifPresent(inspection -> {
            inspection.purge(JobState.WAITING, Duration.ZERO);
            inspection.purge(JobState.DELAYED, Duration.ZERO);
        });
        sync.drain(Duration.ZERO);
    }
}
