package io.jobqueue.memory;

import java.util.ArrayDeque;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever threads do with the ring at once, it is as if they had done it one after the other to a queue. */
public class ReadyRingLincheckTest {

    /** So small that nearly every run crosses from one ring to the next. */
    private final ReadyRing ring = new ReadyRing(2);

    @Operation
    public void offer(@Param(gen = IntGen.class, conf = "1:9") int value) {
        ring.offer(value);
    }

    @Operation
    public @Nullable Object poll() {
        return ring.poll();
    }

    @Test
    void ring_modelChecked_isLinearizable() {
        new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(3)
                .iterations(5)
                .invocationsPerIteration(300)
                .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(ReadyRing.class.getName() + "$Ring")
                        .methods("standBack") // only time passes there
                        .ignore())
                .sequentialSpecification(Sequential.class)
                .check(ReadyRingLincheckTest.class);
    }

    @Test
    void ring_stressed_isLinearizable() {
        new StressOptions()
                .threads(3)
                .actorsPerThread(4)
                .iterations(3)
                .invocationsPerIteration(500)
                .sequentialSpecification(Sequential.class)
                .check(ReadyRingLincheckTest.class);
    }

    /** What the ring is to be like. */
    public static final class Sequential {
        private final ArrayDeque<Integer> queue = new ArrayDeque<>();

        public void offer(int value) {
            queue.add(value);
        }

        public @Nullable Object poll() {
            return queue.poll();
        }
    }
}
