package io.jobqueue.bench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GroupedPushTest {

    @Test
    void enqueue_whileACallIsUnderWay_theOthersShareTheNext() throws Exception {
        CountDownLatch firstMayEnd = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        List<Integer> sizes = new ArrayList<>();
        GroupedPush pushes = new GroupedPush(payloads -> {
            sizes.add(payloads.size());
            if (begun.incrementAndGet() == 1) {
                firstMayEnd.await();
            }
        });
        ExecutorService producers = Executors.newFixedThreadPool(6);
        try {
            List<Future<?>> done = new ArrayList<>();
            done.add(producers.submit(() -> enqueue(pushes)));
            await().until(() -> begun.get() == 1);
            for (int i = 0; i < 5; i++) {
                done.add(producers.submit(() -> enqueue(pushes)));
            }
            await().until(() -> pushes.waiting() == 5);
            firstMayEnd.countDown();
            for (Future<?> each : done) {
                each.get(10, TimeUnit.SECONDS);
            }
        } finally {
            producers.shutdownNow();
        }
        assertThat(sizes).containsExactly(1, 5);
    }

    @Test
    void enqueue_callFails_thrownToTheCaller() {
        GroupedPush pushes = new GroupedPush(payloads -> {
            throw new IOException("away");
        });

        assertThatThrownBy(() -> pushes.enqueue(new byte[0])).hasMessage("away");
    }

    private static Void enqueue(GroupedPush pushes) throws Exception {
        pushes.enqueue(new byte[0]);
        return null;
    }
}
