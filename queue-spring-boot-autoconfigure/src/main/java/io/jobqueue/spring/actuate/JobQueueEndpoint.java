package io.jobqueue.spring.actuate;

import io.jobqueue.JobQueue;
import io.jobqueue.spring.JobQueues;
import io.jobqueue.spring.actuate.QueueDescription.AllQueues;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Shows queues and changes their worker count and state while they run. */
@Endpoint(id = "jobqueue")
public final class JobQueueEndpoint {

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

    private QueueDescription describe(JobQueue queue) {
        return QueueDescription.of(queue, queues.handlers(queue.name()));
    }
}
