package io.jobqueue.spring.actuate;

import io.jobqueue.JobQueue;
import io.jobqueue.spi.JobDetails;
import io.jobqueue.spi.JobState;
import io.jobqueue.spi.QueueInspection;
import io.jobqueue.spring.JobQueues;
import io.jobqueue.spring.actuate.QueueDescription.AllQueues;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * Shows queues, changes their worker count and state while they run, and lets people look after dead jobs. Numbers of all
 * queues come from samples; what is asked about the inside of one waits for its backend, and throws what that throws.
 */
@Endpoint(id = "jobqueue")
@RegisterReflectionForBinding({JobPage.class, NodeList.class})
public final class JobQueueEndpoint {

    private static final String DEAD = "dead";
    private static final String NODES = "nodes";
    private static final int PAGE = 100;
    private static final int LARGEST_PAGE = 1000;

    private final JobQueues queues;

    JobQueueEndpoint(JobQueues queues) {
        this.queues = queues;
    }

    /** All queues by name. */
    @ReadOperation
    public AllQueues queues() {
        Map<String, QueueDescription> descriptions = new TreeMap<>();
        for (JobQueue queue : queues) {
            descriptions.put(queue.name(), describe(queue));
        }
        return new AllQueues(descriptions);
    }

    /** One queue; null if there is none with this name. */
    @ReadOperation
    public @Nullable QueueDescription queue(@Selector String queue) {
        return queues.find(queue).map(this::describe).orElse(null);
    }

    /**
     * Looks into a queue.
     *
     * @param queue its name
     * @param part {@code dead} for a {@link JobPage}, {@code nodes} for a {@link NodeList}
     * @param limit at most how many dead jobs, 1 to 1000; null for 100
     * @param after the last id of the page before; null for the first page
     * @return null if there is no such queue or part, or its backend cannot be looked into
     */
    @ReadOperation
    public @Nullable OperationResponseBody part(
            @Selector String queue, @Selector String part, @Nullable String limit, @Nullable String after) {
        int most = limit == null ? PAGE : parseLimit(limit);
        return switch (part) {
            case DEAD ->
                inspection(queue)
                        .map(found -> JobPage.of(found.list(JobState.DEAD, most + 1, after), most))
                        .orElse(null);
            case NODES -> inspection(queue).map(NodeList::of).orElse(null);
            default -> null;
        };
    }

    /** A dead job with its stack trace; null if there is none with this id. */
    @ReadOperation
    public JobPage.@Nullable Job job(
            @Selector String queue, @Selector String part, @Selector(match = Match.ALL_REMAINING) String[] id) {
        return dead(queue, part)
                .flatMap(found -> found.find(text(id)))
                .filter(job -> job.state() == JobState.DEAD)
                .map(JobPage.Job::withError)
                .orElse(null);
    }

    /**
     * Changes a queue.
     *
     * @param queue its name
     * @param workerCount the new worker count; null to leave it
     * @param state {@code running} or {@code paused}; null to leave it
     * @return the queue afterwards; null if there is none with this name
     * @throws InvalidEndpointRequestException if a value is not valid, or none is given; then nothing is changed
     */
    @WriteOperation
    public @Nullable QueueDescription update(
            @Selector String queue, @Nullable String workerCount, @Nullable String state) {
        JobQueue found = queues.find(queue).orElse(null);
        if (found == null) {
            return null;
        }
        QueueChange.parse(workerCount, state).applyTo(found);
        return describe(found);
    }

    /** Makes a dead job ready again as if it were new. Whether there was one with this id. */
    @WriteOperation
    public boolean requeue(
            @Selector String queue, @Selector String part, @Selector(match = Match.ALL_REMAINING) String[] id) {
        return dead(queue, part).map(found -> found.requeue(text(id))).orElse(false);
    }

    /** Deletes a dead job. Whether there was one with this id. */
    @DeleteOperation
    public boolean delete(
            @Selector String queue, @Selector String part, @Selector(match = Match.ALL_REMAINING) String[] id) {
        return dead(queue, part)
                .filter(found -> found.find(text(id))
                        .map(JobDetails::state)
                        .filter(JobState.DEAD::equals)
                        .isPresent())
                .map(found -> found.delete(text(id)))
                .orElse(false);
    }

    private QueueDescription describe(JobQueue queue) {
        return QueueDescription.of(queue, queues.handlers(queue.name()));
    }

    private Optional<QueueInspection> dead(String queue, String part) {
        return part.equals(DEAD) ? inspection(queue) : Optional.empty();
    }

    private Optional<QueueInspection> inspection(String queue) {
        return queues.find(queue).flatMap(JobQueue::inspection);
    }

    /** An id may contain slashes. */
    private static String text(String[] id) {
        return String.join("/", id);
    }

    private static int parseLimit(String text) {
        try {
            int limit = Integer.parseInt(text.strip());
            if (limit >= 1 && limit <= LARGEST_PAGE) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // as a number that is too large
        }
        String reason = "limit: '" + text + "' must be a whole number from 1 to " + LARGEST_PAGE;
        throw new InvalidEndpointRequestException(reason, reason);
    }
}
