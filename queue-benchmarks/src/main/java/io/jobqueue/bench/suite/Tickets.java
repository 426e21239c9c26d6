package io.jobqueue.bench.suite;

import io.jobqueue.bench.run.WrongResultException;

/**
 * Jobs that each run once. They are made before the clock starts, each notes its run and its result in itself, and
 * {@link #verify} looks at them when the subject has been closed.
 */
final class Tickets {

    private final Ticket[] tickets;

    Tickets(int count, Work work) {
        tickets = new Ticket[count];
        for (int i = 0; i < count; i++) {
            tickets[i] = new Ticket(work);
        }
    }

    Runnable get(int index) {
        return tickets[index];
    }

    int count() {
        return tickets.length;
    }

    void verify() {
        int lost = 0;
        int doubled = 0;
        for (Ticket ticket : tickets) {
            lost += ticket.runs == 0 ? 1 : 0;
            doubled += ticket.runs > 1 ? 1 : 0;
        }
        if (lost + doubled > 0) {
            throw new WrongResultException(
                    "of " + tickets.length + " jobs " + lost + " did not run and " + doubled + " ran more than once");
        }
    }

    /** One job. */
    private static final class Ticket implements Runnable {

        private final Work work;
        private int runs; // written by the worker, read when the subject has been closed

        @SuppressWarnings("UnusedVariable") // the sink of the work's result
        private long result;

        Ticket(Work work) {
            this.work = work;
        }

        @Override
        public void run() {
            try {
                result = work.perform();
                runs++;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
