package io.jobqueue;

/** What enqueuing does when a bounded queue is full. */
public enum WhenFull {
    /** Throw {@link QueueFullException} at once. */
    REJECT,
    /** Wait for room up to the block timeout, then throw {@link QueueFullException}. */
    BLOCK,
    /** Run the job on the thread that enqueues it. Its timeout is kept, but the thread is not interrupted. */
    CALLER_RUNS
}
