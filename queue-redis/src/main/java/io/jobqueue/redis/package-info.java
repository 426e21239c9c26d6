/**
 * Jobs in Redis or Valkey, shared by any number of nodes. Users need {@link io.jobqueue.redis.RedisBackend} and its builder.
 *
 * <p>Every change of a job's state is one Lua script, in the resources next to these classes. {@code RedisBackend} is the
 * face; {@code Enqueuer} lets producers share round trips, {@code Claimer} waits for jobs, {@code Settling} ends claims,
 * {@code RedisInspection} looks in; {@code Link} is the connections, {@code RecordFormat} the bytes of a job.
 */
@NullMarked
package io.jobqueue.redis;

import org.jspecify.annotations.NullMarked;
