package io.jobqueue.redis;

import io.jobqueue.spi.NewJob;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What one producer wants stored, and what came of it. The outcome is written by whoever leads, before {@link #turn}, which the
 * producer reads.
 */
final class EnqueueRequest {

    private static final int MARK_SHIFT = 22; // leaves six bytes of seven bits

    final byte[][] ids;
    final byte[][] records;

    /** In microseconds; null if all are zero. */
    final long @Nullable [] delays;

    final int bytes;

    /** Whether all jobs are new and can be claimed at once. */
    final boolean isPlain;

    private final Thread producer = Thread.currentThread();
    private volatile Turn turn = Turn.WAIT;

    /** What the script says of each job; empty if all were accepted. */
    byte[] answers = Bytes.EMPTY;

    @Nullable
    RuntimeException error;

    /** What its producer is to do. */
    enum Turn {
        WAIT,
        LEAD,
        DONE
    }

    EnqueueRequest(List<NewJob> batch, long enqueuedMicros) {
        int jobs = batch.size();
        ids = new byte[jobs][];
        records = new byte[jobs][];
        long[] someDelays = null;
        long mark = ThreadLocalRandom.current().nextLong() >>> MARK_SHIFT;
        int size = 0;
        boolean allNew = true;
        for (int i = 0; i < jobs; i++) {
            NewJob job = batch.get(i);
            ids[i] = Bytes.of(job.record().id());
            records[i] = RecordFormat.encode(job.record(), enqueuedMicros, mark);
            size += records[i].length;
            allNew &= job.isNew();
            if (!job.delay().isZero()) {
                someDelays = someDelays == null ? new long[jobs] : someDelays;
                someDelays[i] = Bytes.toMicros(job.delay());
            }
        }
        delays = someDelays;
        bytes = size;
        isPlain = allNew && someDelays == null;
    }

    int jobs() {
        return ids.length;
    }

    boolean isDelayed(int job) {
        return delays != null && delays[job] > 0;
    }

    void next(Turn next) {
        turn = next;
        if (producer != Thread.currentThread()) {
            LockSupport.unpark(producer);
        }
    }

    /** Waits until it leads or is done. Interrupts are kept for later. */
    Turn awaitTurn() {
        boolean interrupted = false;
        while (turn == Turn.WAIT) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return turn;
    }
}
