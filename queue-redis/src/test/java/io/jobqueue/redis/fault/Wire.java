package io.jobqueue.redis.fault;

import io.jobqueue.redis.RedisBackend;
import io.jobqueue.spi.ClaimedJob;
import io.jobqueue.spi.JobBackend;
import io.jobqueue.spi.JobRecord;
import io.jobqueue.spi.NewJob;
import io.jobqueue.spi.Settlement;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Which script does what, learned by watching a backend use them, because on the wire there are hashes only. */
final class Wire {

    /** What a node asks of a server. */
    enum Operation {
        ENQUEUE,
        /** A transaction, in place of the script. */
        STORE,
        CLAIM,
        SETTLE,
        EXTEND,
        TEND,
        LISTEN
    }

    private final Map<Operation, String> names = new EnumMap<>(Operation.class);

    private Wire() {}

    /** Learns from a server that nobody else uses through this proxy. Leaves nothing behind but two small keys. */
    static Wire learn(int serverPort) throws InterruptedException {
        Wire wire = new Wire();
        try (TcpProxy proxy = new TcpProxy(serverPort)) {
            LettuceConnectionFactory connections = Node.connect(proxy.port());
            try (JobBackend backend = RedisBackend.builder(connections, "wire").build()) {
                wire.learn(proxy, backend);
            } finally {
                connections.destroy();
            }
        }
        return wire;
    }

    private void learn(TcpProxy proxy, JobBackend backend) throws InterruptedException {
        backend.inspection().orElseThrow().counts();
        proxy.seen(); // what is asked of a new connection
        JobRecord record = JobRecord.of("job", "wire", new byte[] {1}, "text/plain");
        backend.enqueue(List.of(new NewJob(record, Duration.ZERO)));
        put(Operation.ENQUEUE, proxy);
        ClaimedJob job = backend.claim(1, Duration.ZERO).get(0);
        Set<String> claiming = new HashSet<>(scripts(proxy));
        backend.claim(1, Duration.ofMillis(1));
        Set<String> again = scripts(proxy);
        // A claim tends the queue, too, but not at every call.
        Set<String> tending = new HashSet<>(claiming);
        tending.removeAll(again);
        names.put(Operation.CLAIM, only(again));
        names.put(Operation.TEND, only(tending));
        backend.extend(List.of(job.claim()));
        Set<String> extending = new HashSet<>(scripts(proxy));
        extending.removeAll(names.values());
        names.put(Operation.EXTEND, only(extending));
        backend.settle(List.of(Settlement.complete(job.claim())));
        put(Operation.SETTLE, proxy);
        names.put(Operation.STORE, "EXEC");
        names.put(Operation.LISTEN, "BLPOP");
    }

    private void put(Operation operation, TcpProxy proxy) {
        Set<String> seen = new HashSet<>(scripts(proxy));
        seen.removeAll(names.values());
        names.put(operation, only(seen));
    }

    private static Set<String> scripts(TcpProxy proxy) {
        Set<String> names = new HashSet<>(proxy.seen());
        names.removeIf(name -> !name.startsWith("EVAL "));
        return names;
    }

    private static String only(Set<String> names) {
        if (names.size() != 1) {
            throw new IllegalStateException("expected one script, saw " + names);
        }
        return names.iterator().next();
    }

    Predicate<String> is(Operation operation) {
        return Objects.requireNonNull(names.get(operation))::equals;
    }
}
