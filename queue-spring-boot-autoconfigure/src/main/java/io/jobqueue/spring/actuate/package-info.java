/** What operators see and change over HTTP and JMX: the endpoint {@code jobqueue} and the health of queues. */
@NullMarked
package io.jobqueue.spring.actuate;

import org.jspecify.annotations.NullMarked;
