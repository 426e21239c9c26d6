package io.jobqueue.bench.redis;

import io.jobqueue.bench.run.WrongResultException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Numbered jobs of 200 bytes, and how often each of them ran. A worker writes, the producers read. */
final class Ledger implements RedisSubject.Job {

    static final int PAYLOAD_BYTES = 200;

    private final int sleepMillis;
    private final AtomicIntegerArray runs;
    private final CountDownLatch left;

    Ledger(int jobs, int sleepMillis) {
        this.sleepMillis = sleepMillis;
        this.runs = new AtomicIntegerArray(jobs);
        this.left = new CountDownLatch(jobs);
    }

    int jobs() {
        return runs.length();
    }

    /** A new array: its first bytes are the number, the others differ from job to job, too. */
    static byte[] payload(int number) {
        byte[] payload = new byte[PAYLOAD_BYTES];
        ByteBuffer buffer = ByteBuffer.wrap(payload).putInt(number);
        long noise = number;
        while (buffer.remaining() >= Long.BYTES) {
            noise = noise * 6364136223846793005L + 1442695040888963407L;
            buffer.putLong(noise);
        }
        return payload;
    }

    static int number(byte[] payload) {
        return ByteBuffer.wrap(payload).getInt();
    }

    @Override
    public void run(byte[] payload) throws InterruptedException {
        if (payload.length != PAYLOAD_BYTES) {
            throw new WrongResultException("a job of " + PAYLOAD_BYTES + " bytes came back with " + payload.length);
        }
        if (sleepMillis > 0) {
            Thread.sleep(sleepMillis);
        }
        if (runs.getAndIncrement(number(payload)) == 0) {
            left.countDown();
        }
    }

    /** How many have run at least once. */
    int ran() {
        return (int) (runs.length() - left.getCount());
    }

    void awaitAll(Duration patience) throws InterruptedException {
        if (!left.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new WrongResultException(
                    "of " + jobs() + " jobs " + left.getCount() + " had not run after " + patience.toSeconds() + " s");
        }
    }

    /** How many runs there were beyond the first of each job. */
    int duplicates() {
        int duplicates = 0;
        for (int i = 0; i < runs.length(); i++) {
            duplicates += Math.max(0, runs.get(i) - 1);
        }
        return duplicates;
    }
}
