/** Tests of the Redis backend against real servers; {@link io.jobqueue.redis.RedisServer} is for other modules, too. */
@NullMarked
package io.jobqueue.redis;

import org.jspecify.annotations.NullMarked;
