package io.jobqueue.spring.actuate;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/** Answers changes over HTTP with 404 for an unknown queue and 400, with the reason, for a bad value. */
@EndpointWebExtension(endpoint = JobQueueEndpoint.class)
public final class JobQueueEndpointWebExtension {

    private final JobQueueEndpoint endpoint;

    JobQueueEndpointWebExtension(JobQueueEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Like {@link JobQueueEndpoint#update}. */
    @WriteOperation
    public WebEndpointResponse<?> update(@Selector String queue, @Nullable String workerCount, @Nullable String state) {
        try {
            QueueDescription updated = endpoint.update(queue, workerCount, state);
            return updated == null
                    ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND)
                    : new WebEndpointResponse<>(updated);
        } catch (InvalidEndpointRequestException e) {
            Map<String, String> body = Map.of("error", String.valueOf(e.getReason()));
            return new WebEndpointResponse<>(body, WebEndpointResponse.STATUS_BAD_REQUEST);
        }
    }
}
