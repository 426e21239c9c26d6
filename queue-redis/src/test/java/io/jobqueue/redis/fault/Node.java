package io.jobqueue.redis.fault;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobContext;
import io.jobqueue.JobProcessor;
import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueBuilder;
import io.jobqueue.redis.RedisBackend;
import io.jobqueue.redis.RedisBackendBuilder;
import io.jobqueue.redis.TextCodec;
import io.jobqueue.redis.fault.Event.Kind;
import io.jobqueue.retry.Backoff;
import io.jobqueue.retry.RetryPolicy;
import io.jobqueue.spi.JobBackend;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A node of a queue, with connections of its own, that writes a journal. */
final class Node implements AutoCloseable {

    static final String JOB = "work";
    static final String NO_ID = "-";

    private final LettuceConnectionFactory connections;
    private final JobQueue queue;

    private Node(LettuceConnectionFactory connections, JobQueue queue) {
        this.connections = connections;
        this.queue = queue;
    }

    /** What a node is made of. */
    static final class Setup {

        private final String name;
        private final String queue;
        private final Journal journal;
        private LettuceConnectionFactory connections;
        private Duration lease = Duration.ofSeconds(30);
        private UnaryOperator<RedisBackendBuilder> backend = UnaryOperator.identity();
        private UnaryOperator<JobQueueBuilder> settings = UnaryOperator.identity();
        private UnaryOperator<JobBackend> wrapper = UnaryOperator.identity();

        private Setup(String name, LettuceConnectionFactory connections, String queue, Journal journal) {
            this.name = name;
            this.connections = connections;
            this.queue = queue;
            this.journal = journal;
        }

        /** A node of a queue in Redis, which writes into a journal under its name. */
        static Setup of(String name, int port, String queue, Journal journal) {
            return of(name, connect(port), queue, journal);
        }

        /** With connections that the node closes. */
        static Setup of(String name, LettuceConnectionFactory connections, String queue, Journal journal) {
            return new Setup(name, connections, queue, journal);
        }

        Setup lease(Duration lease) {
            this.lease = lease;
            return this;
        }

        Setup backend(UnaryOperator<RedisBackendBuilder> more) {
            UnaryOperator<RedisBackendBuilder> before = backend;
            backend = builder -> more.apply(before.apply(builder));
            return this;
        }

        Setup settings(UnaryOperator<JobQueueBuilder> more) {
            UnaryOperator<JobQueueBuilder> before = settings;
            settings = builder -> more.apply(before.apply(builder));
            return this;
        }

        Setup workers(int workers) {
            return settings(builder -> builder.workerCount(workers));
        }

        /** With something around the backend that writes the journal. */
        Setup wrapper(UnaryOperator<JobBackend> wrapper) {
            this.wrapper = wrapper;
            return this;
        }

        /** With a processor of jobs named {@link Node#JOB}. */
        Setup runs(JobProcessor<String> processor) {
            JobProcessor<String> noted = (payload, context) -> {
                note(Kind.BEGUN, context);
                try {
                    processor.process(payload, context);
                } finally {
                    note(Kind.RETURNED, context);
                }
            };
            return settings(builder -> builder.processor(JOB, String.class, noted));
        }

        private void note(Kind kind, JobContext context) {
            long now = System.nanoTime();
            journal.add(new Event(kind, now, now, name, context.id(), "", "attempt " + context.attempt()));
        }

        /** The backend without a node. */
        JobBackend recordingBackend() {
            RedisBackend inRedis = backend.apply(RedisBackend.builder(connections, queue)
                            .host(name)
                            .lease(lease)
                            .commandTimeout(Duration.ofSeconds(1)))
                    .build();
            return wrapper.apply(new RecordingBackend(inRedis, name, journal, lease));
        }

        Node build() {
            JobQueueBuilder builder = JobQueue.builder(name)
                    .workerCount(4)
                    .codec(new TextCodec())
                    .retry(RetryPolicy.of(5).withBackoff(Backoff.fixed(Duration.ofMillis(20))))
                    .maxRecoveries(1_000)
                    .drainTimeout(Duration.ofSeconds(5))
                    .backend(recordingBackend());
            return new Node(connections, settings.apply(builder).build());
        }

        Node start() {
            Node node = build();
            node.queue.start();
            return node;
        }
    }

    static LettuceConnectionFactory connect(int port) {
        LettuceConnectionFactory connections = new LettuceConnectionFactory("127.0.0.1", port);
        connections.afterPropertiesSet();
        connections.start();
        return connections;
    }

    JobQueue queue() {
        return queue;
    }

    /** Enqueues a job for {@link Setup#runs}, without an id of its own if that is {@link #NO_ID}. */
    void add(String id, String payload) {
        EnqueueOptions options = EnqueueOptions.defaults();
        queue.enqueue(JOB, payload, id.equals(NO_ID) ? options : options.withId(id));
    }

    @Override
    public void close() {
        queue.close();
        connections.destroy();
    }
}
