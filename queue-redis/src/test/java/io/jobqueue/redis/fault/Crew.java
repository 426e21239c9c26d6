package io.jobqueue.redis.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobQueueException;
import io.jobqueue.redis.RedisServer;
import io.jobqueue.redis.fault.Event.Kind;
import io.jobqueue.spi.QueueCounts;
import io.jobqueue.spi.QueueInspection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Some nodes of one queue, all busy with what a producer gives them, until the test has seen enough and {@link #finish}
 * judges.
 */
final class Crew implements AutoCloseable {

    static final Duration LEASE = Duration.ofMillis(900);

    /** For a recovery; seconds are expected on an idle machine. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int BACKLOG = 150;
    private static final int BATCH = 20;
    private static final AtomicInteger QUEUES = new AtomicInteger();

    private final String queue = "crew-" + QUEUES.incrementAndGet();
    private final Faults faults;
    private final Journal journal = Journal.inMemory();
    private final Work work = new Work();
    private final List<TcpProxy> proxies = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final AtomicLong given = new AtomicLong();
    private final Thread producer;
    private StoreAudit.@Nullable Look store;
    private volatile boolean enough;

    private Crew(Faults faults) {
        this.faults = faults;
        Random random = faults.random();
        producer = new Thread(() -> produce(random), "producer");
    }

    /** Nodes of one server, each behind a proxy of its own. */
    static Crew behindProxies(RedisServer server, int size, Faults faults) {
        Crew crew = new Crew(faults);
        for (int i = 0; i < size; i++) {
            TcpProxy proxy = new TcpProxy(server.port());
            crew.proxies.add(proxy);
            crew.addNode(Node.connect(proxy.port()));
        }
        crew.producer.start();
        return crew;
    }

    /** Nodes with these connections. */
    static Crew connected(List<LettuceConnectionFactory> connections, Faults faults) {
        Crew crew = new Crew(faults);
        connections.forEach(crew::addNode);
        crew.producer.start();
        return crew;
    }

    /** Looks into the server after each fault, while it is at work, too: at no moment may a job be in two places. */
    Crew auditing(RedisServer server) {
        store = StoreAudit.on(server);
        return this;
    }

    private void addNode(LettuceConnectionFactory connections) {
        nodes.add(Node.Setup.of("node-" + (nodes.size() + 1), connections, queue, journal)
                .lease(LEASE)
                .runs(work)
                .start());
    }

    // ---- work

    private void produce(Random random) {
        for (int number = 0; !enough; number++) {
            if (given.get() - work.done() > BACKLOG) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
                continue;
            }
            try {
                give(nodes.get(random.nextInt(nodes.size())), number, random);
            } catch (JobQueueException away) {
                // The journal has it. What was thrown away is not given again, so that each job is enqueued once.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }

    private void give(Node node, int number, Random random) {
        if (random.nextBoolean()) {
            node.add("job-" + number, Work.any(random, LEASE));
            given.incrementAndGet();
        } else {
            List<String> batch = Stream.generate(() -> Work.any(random, LEASE))
                    .limit(1 + random.nextInt(BATCH))
                    .toList();
            node.queue().enqueueAll(Node.JOB, batch, EnqueueOptions.defaults());
            given.addAndGet(batch.size());
        }
    }

    List<TcpProxy> proxies() {
        return proxies;
    }

    String queue() {
        return queue;
    }

    /** Waits until jobs end that are begun from now on. */
    void awaitProgress() {
        long before = work.done();
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(work.done())
                        .as("jobs done, and again after the last fault; %s", faults)
                        .isGreaterThan(before + 1));
        if (store != null) {
            assertThat(store.at(queue).problems())
                    .as("what the server holds; %s", faults)
                    .isEmpty();
        }
    }

    /** The server has forgotten jobs: the producer need not wait for them. */
    void forget() {
        given.set(work.done());
    }

    /** The tokens of all claims so far that were asked for after some time. */
    Set<String> tokensSince(long nanos) {
        return journal.events().stream()
                .filter(event -> event.kind() == Kind.CLAIMED && event.sent() - nanos > 0)
                .map(Event::token)
                .collect(Collectors.toSet());
    }

    /** How many writes with one of these tokens were sent after some time, and accepted. */
    long writes(Set<String> tokens, long since) {
        return journal.events().stream()
                .filter(event -> event.kind() == Kind.SETTLED || event.kind() == Kind.EXTENDED)
                .filter(event -> event.sent() - since > 0 && tokens.contains(event.token()))
                .count();
    }

    // ---- the end

    /** Lets all that is left be done, and judges. */
    Conservation finish(StoreAudit.Look store) throws InterruptedException {
        end();
        return new Conservation(journal.events(), store.at(queue)).holds(faults);
    }

    /** As {@link #finish}, where the server's clock was moved. */
    Conservation finishWithMovedClock(StoreAudit.Look store) throws InterruptedException {
        end();
        return Conservation.withMovedClock(journal.events(), store.at(queue)).holds(faults);
    }

    /** As {@link #finish}, but judges only what became of jobs that were enqueued after some time. */
    Conservation finishSince(long nanos, StoreAudit.Look store) throws InterruptedException {
        end();
        Set<String> before = journal.events().stream()
                .filter(event -> event.sent() - nanos < 0)
                .map(Event::id)
                .collect(Collectors.toSet());
        List<Event> later = journal.events().stream()
                .filter(event -> !before.contains(event.id()))
                .toList();
        return new Conservation(later, store.at(queue).without(before)).holds(faults);
    }

    private void end() throws InterruptedException {
        proxies.forEach(TcpProxy::heal);
        enough = true;
        producer.join(PATIENCE.toMillis());
        assertThat(producer.isAlive())
                .as("a producer that does not come back; %s", faults)
                .isFalse();
        awaitEmpty();
        nodes.forEach(Node::close);
    }

    private void awaitEmpty() {
        QueueInspection inspection = nodes.get(0).queue().inspection().orElseThrow();
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptionsInstanceOf(JobQueueException.class)
                .untilAsserted(() -> {
                    QueueCounts counts = inspection.counts();
                    assertThat(counts.waiting() + counts.delayed() + counts.running())
                            .as("jobs left: %s; %s", counts, faults)
                            .isZero();
                });
    }

    /** After a failure. */
    @Override
    public void close() {
        enough = true;
        proxies.forEach(TcpProxy::heal);
        nodes.forEach(Node::close);
        proxies.forEach(TcpProxy::close);
    }
}
