package io.jobqueue.bench.suite;

import io.jobqueue.bench.subject.Subject;
import java.util.concurrent.CountDownLatch;

/** Jobs that hold their workers until the gate is opened. */
final class Gate {

    private final CountDownLatch arrivals;
    private final CountDownLatch opening = new CountDownLatch(1);

    private Gate(int workers) {
        arrivals = new CountDownLatch(workers);
    }

    /** Nobody waits at it. */
    static Gate none() {
        return new Gate(0);
    }

    /** Returns when so many workers are held. */
    static Gate hold(Subject subject, int workers) throws Exception {
        Gate gate = new Gate(workers);
        for (int i = 0; i < workers; i++) {
            subject.execute(gate::stay);
        }
        gate.arrivals.await();
        return gate;
    }

    void open() {
        opening.countDown();
    }

    private void stay() {
        arrivals.countDown();
        try {
            opening.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
