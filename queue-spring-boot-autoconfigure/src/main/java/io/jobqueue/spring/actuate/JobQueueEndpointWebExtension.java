package io.jobqueue.spring.actuate;

import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * Answers over HTTP with 404 for an unknown queue or job, 400 and the reason for a bad value, and 503 and the reason when
 * the backend does not answer.
 */
@EndpointWebExtension(endpoint = JobQueueEndpoint.class)
public final class JobQueueEndpointWebExtension {

    private static final Logger log = LoggerFactory.getLogger(JobQueueEndpointWebExtension.class);

    private final JobQueueEndpoint endpoint;

    JobQueueEndpointWebExtension(JobQueueEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Like {@link JobQueueEndpoint#part}. */
    @ReadOperation
    public WebEndpointResponse<?> part(
            @Selector String queue, @Selector String part, @Nullable String limit, @Nullable String after) {
        return answer(() -> found(endpoint.part(queue, part, limit, after)));
    }

    /** Like {@link JobQueueEndpoint#job}. */
    @ReadOperation
    public WebEndpointResponse<?> job(
            @Selector String queue, @Selector String part, @Selector(match = Match.ALL_REMAINING) String[] id) {
        return answer(() -> found(endpoint.job(queue, part, id)));
    }

    /** Like {@link JobQueueEndpoint#update}. */
    @WriteOperation
    public WebEndpointResponse<?> update(@Selector String queue, @Nullable String workerCount, @Nullable String state) {
        return answer(() -> found(endpoint.update(queue, workerCount, state)));
    }

    /** Like {@link JobQueueEndpoint#requeue}. */
    @WriteOperation
    public WebEndpointResponse<?> requeue(
            @Selector String queue, @Selector String part, @Selector(match = Match.ALL_REMAINING) String[] id) {
        return answer(() -> done(endpoint.requeue(queue, part, id)));
    }

    /** Like {@link JobQueueEndpoint#delete}. */
    @DeleteOperation
    public WebEndpointResponse<?> delete(
            @Selector String queue, @Selector String part, @Selector(match = Match.ALL_REMAINING) String[] id) {
        return answer(() -> done(endpoint.delete(queue, part, id)));
    }

    private static WebEndpointResponse<?> found(@Nullable Object body) {
        return body == null
                ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND)
                : new WebEndpointResponse<>(body);
    }

    private static WebEndpointResponse<?> done(boolean done) {
        return new WebEndpointResponse<>(
                done ? WebEndpointResponse.STATUS_NO_CONTENT : WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private static WebEndpointResponse<?> answer(Supplier<WebEndpointResponse<?>> operation) {
        try {
            return operation.get();
        } catch (InvalidEndpointRequestException e) {
            return error(e.getReason(), WebEndpointResponse.STATUS_BAD_REQUEST);
        } catch (RuntimeException away) {
            log.warn("A request to the endpoint jobqueue failed in the backend of a queue", away);
            return error(away.toString(), WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
        }
    }

    private static WebEndpointResponse<?> error(@Nullable String reason, int status) {
        return new WebEndpointResponse<>(Map.of("error", String.valueOf(reason)), status);
    }
}
