/**
 * Jobs in Redis: servers of the runner's own, clients of one queue (ours, hand-written limits and Redisson) and what is
 * measured with them. A client works in the subject's JVM, a server outlives it.
 */
@NullMarked
package io.jobqueue.bench.redis;

import org.jspecify.annotations.NullMarked;
