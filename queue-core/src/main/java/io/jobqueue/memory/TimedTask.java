package io.jobqueue.memory;

/**
 * A task whose waiting and running are measured. Made by its producer; when it started is written by its worker, before it
 * shows that it runs the task.
 */
public final class TimedTask implements Runnable {

    private final Runnable task;
    private final long readyNanos;
    private long startedNanos;

    /** A task that is ready from this time on, by the queue's clock. */
    public TimedTask(Runnable task, long readyNanos) {
        this.task = task;
        this.readyNanos = readyNanos;
    }

    @Override
    public void run() {
        task.run();
    }

    public long readyNanos() {
        return readyNanos;
    }

    public void startedNanos(long startedNanos) {
        this.startedNanos = startedNanos;
    }

    public long startedNanos() {
        return startedNanos;
    }

    /** How long it had been ready when it started. */
    public long waitNanos() {
        return Math.max(0, startedNanos - readyNanos);
    }

    /** What the user gave. */
    public Runnable task() {
        return task;
    }
}
