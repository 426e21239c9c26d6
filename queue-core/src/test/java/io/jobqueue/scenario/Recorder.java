package io.jobqueue.scenario;

import io.jobqueue.JobOutcome;
import io.jobqueue.event.JobEvent;
import io.jobqueue.event.JobListener;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that remembers everything it is told. */
class Recorder implements JobListener {

    enum Kind {
        SUBMITTED,
        STARTED,
        RETRIED,
        COMPLETED
    }

    record Heard(Kind kind, JobEvent event) {}

    private final List<Heard> heard = new CopyOnWriteArrayList<>();

    @Override
    public void submitted(JobEvent event) {
        heard.add(new Heard(Kind.SUBMITTED, event));
    }

    @Override
    public void started(JobEvent event) {
        heard.add(new Heard(Kind.STARTED, event));
    }

    @Override
    public void retried(JobEvent event) {
        heard.add(new Heard(Kind.RETRIED, event));
    }

    @Override
    public void completed(JobEvent event) {
        heard.add(new Heard(Kind.COMPLETED, event));
    }

    List<Kind> kindsOf(String id) {
        return heard.stream()
                .filter(entry -> id.equals(entry.event().id()))
                .map(Heard::kind)
                .toList();
    }

    List<JobEvent> all(Kind kind) {
        return heard.stream()
                .filter(entry -> entry.kind() == kind)
                .map(Heard::event)
                .toList();
    }

    List<JobEvent> completed() {
        return all(Kind.COMPLETED);
    }

    List<JobOutcome> outcomes() {
        return completed().stream()
                .map(event -> Objects.requireNonNull(event.outcome(), "outcome"))
                .toList();
    }

    /** Waits for the end of so many jobs. */
    List<JobEvent> awaitCompleted(int count) {
        Soon.until(count + " jobs completed", () -> completed().size() >= count);
        return completed();
    }
}
