package io.jobqueue.internal;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The future of a submitted task; cancelling it cancels the task. */
final class JobFuture<T> extends CompletableFuture<T> {

    /** Cancels the job; the argument says whether one that runs is interrupted. Null until the job exists. */
    private volatile @Nullable Consumer<Boolean> canceller;

    void canceller(Consumer<Boolean> canceller) {
        this.canceller = canceller;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        Consumer<Boolean> job = canceller;
        if (cancelled && job != null) {
            job.accept(mayInterruptIfRunning);
        }
        return cancelled;
    }

    @SuppressWarnings("unchecked") // the task's own result
    void succeed(@Nullable Object result) {
        complete((T) result);
    }
}
