package io.jobqueue.redis.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.redis.fault.Event.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/** All jobs of a queue against the rules, and what became of them. */
final class Conservation {

    private static final int SHOWN = 5;

    private final List<JobHistory> jobs = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();

    /**
     * Judges.
     *
     * @param events of all nodes that ever used the queue
     * @param store what the server holds now, when none of them is at work
     */
    Conservation(List<Event> events, StoreAudit store) {
        this(events, store, false);
    }

    /** Judges without the rules that need to know when a lease is over, because the server's clock was moved. */
    static Conservation withMovedClock(List<Event> events, StoreAudit store) {
        return new Conservation(events, store, true);
    }

    private Conservation(List<Event> events, StoreAudit store, boolean clockWasMoved) {
        Map<String, List<Event>> byId = new HashMap<>();
        events.forEach(event ->
                byId.computeIfAbsent(event.id(), id -> new ArrayList<>()).add(event));
        store.places().keySet().forEach(id -> byId.computeIfAbsent(id, unknown -> new ArrayList<>()));
        violations.addAll(store.problems());
        for (String id : new TreeSet<>(byId.keySet())) {
            JobHistory job = new JobHistory(id, byId.get(id), store.places().getOrDefault(id, ""));
            jobs.add(job);
            List<String> broken = job.violations(clockWasMoved);
            if (!broken.isEmpty()) {
                violations.add("job " + id + " " + String.join("; ", broken) + "\n  " + job);
            }
        }
    }

    long accepted() {
        return jobs.stream().filter(JobHistory::isAccepted).count();
    }

    long ended() {
        return jobs.stream().filter(job -> job.ends() > 0).count();
    }

    long lost() {
        return jobs.stream().filter(JobHistory::isLost).count();
    }

    long stored() {
        return jobs.stream().filter(JobHistory::isStored).count();
    }

    long fencedOff() {
        return jobs.stream().mapToLong(JobHistory::fencedOff).sum();
    }

    /** How many jobs ended twice, because their enqueue was sent twice. */
    long twice() {
        return jobs.stream().filter(job -> job.ends() > 1).count();
    }

    List<String> violations() {
        return violations;
    }

    /** Fails with the histories of some jobs that broke a rule. */
    Conservation holds(Faults faults) {
        assertThat(violations.stream().limit(SHOWN))
                .as("%d violations of conservation, %s; %s", violations.size(), this, faults)
                .isEmpty();
        assertThat(lost()).as("jobs lost").isZero();
        return this;
    }

    @Override
    public String toString() {
        return accepted() + " jobs accepted, " + ended() + " ended, " + stored() + " stored, " + lost() + " lost, "
                + fencedOff() + " late writes fenced off, " + twice() + " enqueued twice by a repeated call";
    }

    /** The events of several processes as one. */
    static List<Event> together(Stream<List<Event>> journals) {
        return journals.flatMap(List::stream).toList();
    }

    /** How often handlers began. */
    static long begun(List<Event> events) {
        return events.stream().filter(event -> event.kind() == Kind.BEGUN).count();
    }

    /** How often handlers began a job. */
    static long begun(List<Event> events, String id) {
        return events.stream()
                .filter(event -> event.kind() == Kind.BEGUN && event.id().equals(id))
                .count();
    }
}
