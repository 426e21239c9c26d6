package io.jobqueue.test;

import io.jobqueue.JobOutcome;
import io.jobqueue.QueueStats;
import io.jobqueue.event.JobEvent;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on a {@link TestJobQueue}; AssertJ's {@code assertThat(jobs)} leads here. */
public final class TestJobQueueAssert extends AbstractAssert<TestJobQueueAssert, TestJobQueue> {

    TestJobQueueAssert(TestJobQueue actual) {
        super(actual, TestJobQueueAssert.class);
    }

    /** That a message of this name with an equal payload was enqueued. */
    public TestJobQueueAssert hasEnqueued(String name, @Nullable Object payload) {
        boolean found = actual.captured(name).stream().anyMatch(job -> Objects.deepEquals(job.payload(), payload));
        if (!found) {
            failWithMessage(
                    "Expected a job '%s' with the payload%n  %s%nbut enqueued were%n  %s", name, payload, captured());
        }
        return this;
    }

    /** That this many messages of this name were enqueued. */
    public TestJobQueueAssert hasEnqueued(int count, String name) {
        int found = actual.captured(name).size();
        if (found != count) {
            failWithMessage("Expected %d jobs '%s', not %d; enqueued were%n  %s", count, name, found, captured());
        }
        return this;
    }

    /** That no message was enqueued. */
    public TestJobQueueAssert hasEnqueuedNothing() {
        if (!actual.captured().isEmpty()) {
            failWithMessage("Expected no job, but enqueued were%n  %s", captured());
        }
        return this;
    }

    /** That a job of this name has succeeded, and none has ended otherwise. */
    public TestJobQueueAssert hasSucceeded(String name) {
        List<JobEvent> ended = ended(name);
        if (ended.isEmpty() || ended.stream().anyMatch(event -> event.outcome() != JobOutcome.SUCCEEDED)) {
            failWithMessage(
                    "Expected every job '%s' to have succeeded, and at least one; ended have%n  %s", name, outcomes());
        }
        return this;
    }

    /** That a job of this name has failed for good with such an error. */
    public TestJobQueueAssert hasFailed(String name, Class<? extends Throwable> error) {
        boolean found = ended(name).stream()
                .anyMatch(event -> event.outcome() == JobOutcome.FAILED && error.isInstance(event.error()));
        if (!found) {
            failWithMessage(
                    "Expected a job '%s' to have failed with %s; ended have%n  %s", name, error.getName(), outcomes());
        }
        return this;
    }

    /** That all jobs that ended have succeeded, and there was one. */
    public TestJobQueueAssert hasOnlySucceeded() {
        List<JobEvent> ended = actual.outcomes();
        if (ended.isEmpty() || ended.stream().anyMatch(event -> event.outcome() != JobOutcome.SUCCEEDED)) {
            failWithMessage("Expected all jobs to have succeeded, and at least one; ended have%n  %s", outcomes());
        }
        return this;
    }

    /** That no job waits, neither to run nor for its time. */
    public TestJobQueueAssert isDone() {
        QueueStats stats = actual.stats();
        if (stats.waiting() + stats.delayed() > 0) {
            failWithMessage(
                    "Expected no job to wait, but %d wait to run and %d for their time; call drain() or drainAll()",
                    stats.waiting(), stats.delayed());
        }
        return this;
    }

    private List<JobEvent> ended(String name) {
        return actual.outcomes().stream()
                .filter(event -> event.name().equals(name))
                .toList();
    }

    private String captured() {
        return lines(actual.captured().stream()
                .map(job -> job.name() + " " + job.payload())
                .toList());
    }

    private String outcomes() {
        return lines(actual.outcomes().stream()
                .map(event -> event.name() + " " + event.outcome() + " in attempt " + event.attempt()
                        + (event.error() == null ? "" : ": " + event.error()))
                .toList());
    }

    private static String lines(List<String> lines) {
        return lines.isEmpty() ? "none" : String.join(System.lineSeparator() + "  ", lines);
    }
}
