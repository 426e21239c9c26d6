/** Queues in Redis: what {@code job-queue.backend=redis} stands for, where the module {@code queue-redis} is present. */
@NullMarked
package io.jobqueue.spring.redis;

import org.jspecify.annotations.NullMarked;
