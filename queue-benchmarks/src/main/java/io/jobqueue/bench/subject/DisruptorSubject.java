package io.jobqueue.bench.subject;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An LMAX Disruptor with one consumer, which waits without spinning as the other subjects do. */
final class DisruptorSubject implements Subject {

    private static final int RING_SIZE = 1 << 16;

    private final Disruptor<Slot> disruptor = new Disruptor<>(
            Slot::new, RING_SIZE, ThreadKind.PLATFORM.factory(), ProducerType.MULTI, new BlockingWaitStrategy());
    private final RingBuffer<Slot> ring;

    DisruptorSubject() {
        disruptor.handleEventsWith((slot, sequence, endOfBatch) -> slot.run());
        ring = disruptor.start();
    }

    @Override
    public void execute(Runnable job) {
        long sequence = ring.next();
        ring.get(sequence).job = job;
        ring.publish(sequence);
    }

    @Override
    public void close() {
        disruptor.shutdown();
    }

    /** An entry of the ring, used again and again. */
    private static final class Slot {

        private @Nullable Runnable job;

        void run() {
            Objects.requireNonNull(job).run();
            job = null;
        }
    }
}
