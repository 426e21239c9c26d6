package io.jobqueue.bench.suite;

import io.jobqueue.bench.subject.Subject;
import io.jobqueue.bench.subject.ThreadKind;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Submits tickets: from the calling thread if one producer is asked for, else from as many virtual threads. */
final class Producers {

    private final Subject subject;
    private final Tickets tickets;
    private final int producers;
    private final CountDownLatch running;
    private final AtomicReference<@Nullable Exception> firstError = new AtomicReference<>();

    Producers(Subject subject, Tickets tickets, int producers) {
        this.subject = subject;
        this.tickets = tickets;
        this.producers = producers;
        this.running = new CountDownLatch(producers);
    }

    /** Returns when everything has been submitted. */
    void submitAll() throws Exception {
        if (producers == 1) {
            submitShare(0);
        } else {
            ThreadFactory threads = ThreadKind.VIRTUAL.factory();
            for (int i = 0; i < producers; i++) {
                int producer = i;
                threads.newThread(() -> submitShare(producer)).start();
            }
        }
        running.await();
        Exception error = firstError.get();
        if (error != null) {
            throw error;
        }
    }

    private void submitShare(int producer) {
        int from = (int) ((long) tickets.count() * producer / producers);
        int to = (int) ((long) tickets.count() * (producer + 1) / producers);
        try {
            for (int i = from; i < to; i++) {
                subject.execute(tickets.get(i));
            }
        } catch (Exception e) {
            firstError.compareAndSet(null, e);
        } finally {
            running.countDown();
        }
    }
}
