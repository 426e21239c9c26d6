/**
 * The fault suite: what breaks in production is broken here on purpose, and after it every accepted job is accounted for.
 * Runs with {@code mvn test -Pfaults -pl queue-redis -am}, not with the other tests.
 *
 * <p>Nodes write what they do into a {@code Journal}, through a {@code RecordingBackend}; {@code Conservation} reads the
 * journals of all nodes and what the server holds at the end. {@code TcpProxy} breaks connections, {@code Child} is a node in a
 * process that can be killed, {@code Faults} numbers what was done and prints the seed.
 */
@NullMarked
package io.jobqueue.redis.fault;

import org.jspecify.annotations.NullMarked;
