package io.jobqueue.bench.redis;

import io.jobqueue.bench.run.Figure;
import io.jobqueue.bench.run.Params;
import io.jobqueue.bench.run.Sample;
import io.jobqueue.bench.run.Stats;
import io.jobqueue.bench.run.WrongResultException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * From before a job's submission to its handler's first instruction, one job at a time, each when the server has forgotten
 * the one before and everybody has gone to sleep. The producer uses the consumer's own client, or one that shares nothing
 * with it, as another process would.
 */
final class IdleLatency {

    static final Figure P50 = Figure.lower("p50 µs");
    static final Figure P99 = Figure.lower("p99 µs");
    static final Figure P999 = Figure.lower("p99.9 µs");

    private static final int WORKERS = 4;
    private static final int WARM_UP = 200;
    private static final long PAUSE_NANOS = Duration.ofNanos(300_000).toNanos();

    private IdleLatency() {}

    static Sample run(String subject, Params params) throws Exception {
        Stopwatch stopwatch = new Stopwatch(Thread.currentThread());
        try (Server server = Server.of(params)) {
            server.clear();
            try (Clients consumer = Clients.create(subject, server, 1, WORKERS, stopwatch);
                    Clients other = Clients.create(subject, server, 1, 0, stopwatch)) {
                Clients producer = params.flag("across") ? other : consumer;
                measure(producer.first(), consumer, stopwatch, WARM_UP);
                return sample(measure(producer.first(), consumer, stopwatch, params.number("jobs")));
            } finally {
                server.clear();
            }
        }
    }

    private static long[] measure(RedisSubject producer, Clients consumer, Stopwatch stopwatch, int jobs)
            throws Exception {
        long[] nanos = new long[jobs];
        for (int i = 0; i < jobs; i++) {
            consumer.awaitSettled();
            LockSupport.parkNanos(PAUSE_NANOS);
            byte[] payload = Ledger.payload(i);
            stopwatch.expect(i);
            long start = System.nanoTime();
            producer.enqueue(payload);
            nanos[i] = stopwatch.awaitEntry() - start;
        }
        consumer.awaitSettled();
        return nanos;
    }

    private static Sample sample(long[] nanos) {
        return Sample.empty()
                .with(P50, Stats.percentile(nanos, 0.5) / 1_000.0)
                .with(P99, Stats.percentile(nanos, 0.99) / 1_000.0)
                .with(P999, Stats.percentile(nanos, 0.999) / 1_000.0);
    }

    /** A job that notes when it began. */
    private static final class Stopwatch implements RedisSubject.Job {

        private static final long NOT_YET = Long.MIN_VALUE;
        private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();

        private final Thread producer;
        private final AtomicLong entered = new AtomicLong();
        private volatile int expected;

        Stopwatch(Thread producer) {
            this.producer = producer;
        }

        void expect(int number) {
            expected = number;
            entered.set(NOT_YET);
        }

        @Override
        public void run(byte[] payload) {
            long now = System.nanoTime();
            if (Ledger.number(payload) == expected) {
                entered.compareAndSet(NOT_YET, now);
                LockSupport.unpark(producer);
            }
        }

        long awaitEntry() {
            long deadline = System.nanoTime() + PATIENCE_NANOS;
            while (entered.get() == NOT_YET) {
                if (System.nanoTime() - deadline > 0) {
                    throw new WrongResultException("job " + expected + " had not run after 10 s");
                }
                LockSupport.parkNanos(this, PATIENCE_NANOS);
            }
            return entered.get();
        }
    }
}
