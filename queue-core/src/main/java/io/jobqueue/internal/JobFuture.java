package io.jobqueue.internal;

import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The future of a submitted task; cancelling it cancels the task. */
final class JobFuture<T> extends CompletableFuture<T> {

    /** Cancels the job; the argument says whether one that runs is interrupted. False if it has ended by itself. */
    private volatile @Nullable Predicate<Boolean> canceller;

    void canceller(Predicate<Boolean> canceller) {
        this.canceller = canceller;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        Predicate<Boolean> job = canceller;
        if (isDone() || job == null || !job.test(mayInterruptIfRunning)) {
            return isCancelled(); // the job's own end is, or is about to be, the future's
        }
        return super.cancel(mayInterruptIfRunning);
    }

    @SuppressWarnings("unchecked") // the task's own result
    void succeed(@Nullable Object result) {
        complete((T) result);
    }
}
