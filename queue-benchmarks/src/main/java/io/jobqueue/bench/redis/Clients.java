package io.jobqueue.bench.redis;

import io.jobqueue.bench.run.WrongResultException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Several clients of one queue in this JVM, each with connections and workers of its own, and the producers that use them. */
final class Clients implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final List<RedisSubject> clients = new ArrayList<>();

    /** Splits the workers among the clients. */
    static Clients create(String subject, Server server, int clients, int workers, RedisSubject.Job job)
            throws Exception {
        Clients created = new Clients();
        try {
            for (int i = 0; i < clients; i++) {
                int share = workers * (i + 1) / clients - workers * i / clients;
                created.clients.add(RedisSubjects.create(subject, new RedisSubject.Setup(server.uri(), share, job)));
            }
            return created;
        } catch (Exception e) {
            created.close();
            throw e;
        }
    }

    RedisSubject first() {
        return clients.get(0);
    }

    int count() {
        return clients.size();
    }

    /** Enqueues a job through each client and runs it, so that everybody is connected. */
    void warmUp(Ledger ledger) throws Exception {
        for (int i = 0; i < clients.size(); i++) {
            clients.get(i).enqueue(Ledger.payload(i));
        }
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (ledger.ran() < clients.size()) {
            if (System.nanoTime() - end > 0) {
                throw new WrongResultException("the first jobs had not run after " + PATIENCE.toSeconds() + " s");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        awaitSettled();
    }

    /**
     * Enqueues the payloads with numbers from {@code from} to below {@code to}: one after the other on the calling thread, or
     * on as many threads as there are producers, which share the clients.
     */
    void produce(int from, int to, int producers) throws Exception {
        if (producers == 1) {
            produce(first(), from, to);
            return;
        }
        CountDownLatch running = new CountDownLatch(producers);
        AtomicReference<@Nullable Exception> firstError = new AtomicReference<>();
        for (int i = 0; i < producers; i++) {
            RedisSubject client = clients.get(i % clients.size());
            int begin = from + (int) ((long) (to - from) * i / producers);
            int end = from + (int) ((long) (to - from) * (i + 1) / producers);
            Runnable share = () -> {
                try {
                    produce(client, begin, end);
                } catch (Exception e) {
                    firstError.compareAndSet(null, e);
                } finally {
                    running.countDown();
                }
            };
            new Thread(share, "producer-" + i).start();
        }
        running.await();
        Exception error = firstError.get();
        if (error != null) {
            throw error;
        }
    }

    /** Enqueues the payloads with numbers from {@code from} to below {@code to} on the calling thread, many in each call. */
    void produceBatches(int from, int to, int size) throws Exception {
        for (int begin = from; begin < to; begin += size) {
            first().enqueueAll(IntStream.range(begin, Math.min(to, begin + size))
                    .mapToObj(Ledger::payload)
                    .toList());
        }
    }

    private static void produce(RedisSubject client, int from, int to) throws Exception {
        for (int number = from; number < to; number++) {
            client.enqueue(Ledger.payload(number));
        }
    }

    void awaitSettled() throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (long kept = first().kept(); kept > 0; kept = first().kept()) {
            if (System.nanoTime() - end > 0) {
                throw new WrongResultException(
                        kept + " jobs that have run were not settled after " + PATIENCE.toSeconds() + " s");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    @Override
    public void close() throws Exception {
        for (RedisSubject client : clients) {
            client.close();
        }
    }
}
