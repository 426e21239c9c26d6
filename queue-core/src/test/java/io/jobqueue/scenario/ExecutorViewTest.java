package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.JobQueue;
import io.jobqueue.QueueState;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

class ExecutorViewTest {

    @Scenario("executor-semantics: supplyAsync")
    void supplyAsync_onTheView_runsOnTheQueue(Rig rig) throws Exception {
        JobQueue queue = rig.started();
        CompletableFuture<String> named =
                CompletableFuture.supplyAsync(() -> Thread.currentThread().getName(), queue.asExecutor());
        assertThat(Soon.result(named)).startsWith(queue.name() + "-worker-");
        IllegalStateException error = new IllegalStateException("supplier");
        CompletableFuture<String> failing = CompletableFuture.supplyAsync(
                () -> {
                    throw error;
                },
                queue.asExecutor());
        assertThat(Soon.error(failing)).isSameAs(error);
    }

    @Scenario("executor-semantics: submit")
    void submit_onTheView_behavesLikeTheJdk(Rig rig) throws Exception {
        ExecutorService executor = rig.started().asExecutor();
        assertThat(Soon.result(executor.submit(() -> "callable"))).isEqualTo("callable");
        assertThat(Soon.result(executor.submit(() -> {}, "given"))).isEqualTo("given");
        assertThat(Soon.result(executor.submit((Runnable) () -> {}))).isNull();
        Exception checked = new java.io.IOException("checked");
        assertThat(Soon.error(executor.submit((Callable<String>) () -> {
                    throw checked;
                })))
                .isSameAs(checked);
    }

    @Scenario("executor-semantics: invokeAll and invokeAny")
    void invokeAll_onTheView_behavesLikeTheJdk(Rig rig) throws Exception {
        ExecutorService executor = rig.started().asExecutor();
        List<Callable<Integer>> calls = List.of(() -> 1, () -> 2, () -> 3);
        int sum = 0;
        for (Future<Integer> each : executor.invokeAll(calls)) {
            assertThat(each).isDone();
            sum += each.get();
        }
        assertThat(sum).isEqualTo(6);
        assertThat(executor.invokeAny(calls)).isBetween(1, 3);
        Gate never = rig.gate();
        Callable<Integer> endless = () -> {
            never.pass();
            return 0;
        };
        List<Future<Integer>> late = executor.invokeAll(List.of(endless), 50, TimeUnit.MILLISECONDS);
        assertThat(late.get(0)).isCancelled();
        Soon.until("interrupted", () -> never.waiting() == 0);
    }

    @Scenario(value = "executor-semantics: cancel on the view", workers = 1)
    void cancel_onTheView_queuedAndRunning(Rig rig) throws Exception {
        Gate never = rig.gate();
        AtomicBoolean ran = new AtomicBoolean();
        AtomicBoolean interrupted = new AtomicBoolean();
        JobQueue queue = rig.started();
        ExecutorService executor = queue.asExecutor();
        Future<?> running = executor.submit(() -> {
            try {
                never.pass();
            } catch (InterruptedException expected) {
                interrupted.set(true);
            }
        });
        Future<?> queued = executor.submit(() -> ran.set(true));
        never.awaitWaiting(1);
        assertThat(queued.cancel(true)).isTrue();
        assertThat(running.cancel(true)).isTrue();
        Soon.until("interrupted", interrupted::get);
        assertThat(queue.awaitIdle(Soon.PROGRESS)).isTrue();
        assertThat(ran).isFalse();
        assertThat(queued).isCancelled();
        assertThat(running).isCancelled();
    }

    @Scenario("executor-semantics: shutdown of the view")
    void shutdown_view_refusesAndTerminatesButTheQueueGoesOn(Rig rig) throws Exception {
        Gate gate = rig.gate();
        JobQueue queue = rig.started();
        ExecutorService executor = queue.asExecutor();
        Future<String> running = executor.submit(() -> {
            gate.pass();
            return "ran";
        });
        gate.awaitWaiting(1);
        executor.shutdown();
        assertThat(executor.isShutdown()).isTrue();
        assertThat(executor.isTerminated()).isFalse();
        assertThat(executor.awaitTermination(20, TimeUnit.MILLISECONDS)).isFalse();
        assertThatThrownBy(() -> executor.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> executor.submit(() -> 1)).isInstanceOf(RejectedExecutionException.class);
        gate.open();
        assertThat(Soon.result(running)).isEqualTo("ran");
        assertThat(executor.awaitTermination(5, TimeUnit.SECONDS)).isTrue();
        assertThat(executor.isTerminated()).isTrue();
        assertThat(queue.state()).isEqualTo(QueueState.RUNNING);
        assertThat(Soon.result(queue.asExecutor().submit(() -> "another view"))).isEqualTo("another view");
    }

    @Scenario(value = "executor-semantics: shutdownNow of the view", workers = 1)
    void shutdownNow_view_interruptsItsOwnJobsAndReturnsWhatNeverBegan(Rig rig) throws Exception {
        Gate never = rig.gate();
        AtomicBoolean ran = new AtomicBoolean();
        AtomicBoolean interrupted = new AtomicBoolean();
        JobQueue queue = rig.started();
        ExecutorService executor = queue.asExecutor();
        executor.execute(() -> {
            try {
                never.pass();
            } catch (InterruptedException expected) {
                interrupted.set(true);
            }
        });
        never.awaitWaiting(1);
        executor.execute(() -> ran.set(true));
        Future<String> ofTheQueue = queue.submit(() -> "not the view's");
        List<Runnable> neverBegan = executor.shutdownNow();
        assertThat(neverBegan).hasSize(1);
        assertThat(executor.awaitTermination(5, TimeUnit.SECONDS)).isTrue();
        Soon.until("interrupted", interrupted::get);
        assertThat(Soon.result(ofTheQueue)).isEqualTo("not the view's");
        assertThat(ran).isFalse();
        neverBegan.get(0).run();
        assertThat(ran).as("what came back can be run elsewhere").isTrue();
    }

    @Scenario(value = "executor-semantics: rejection", workers = 1)
    void execute_queueFullOrClosed_throwsRejectedExecution(Rig rig) {
        JobQueue queue = rig.queue(settings -> settings.capacity(1));
        ExecutorService executor = queue.asExecutor();
        executor.execute(() -> {});
        assertThatThrownBy(() -> executor.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining(queue.name());
        queue.close();
        assertThatThrownBy(() -> executor.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> CompletableFuture.runAsync(() -> {}, executor))
                .isInstanceOf(RejectedExecutionException.class);
    }

    @Scenario(value = "executor-semantics: null", workers = 1)
    @SuppressWarnings("NullAway") // null is what is tested
    void execute_null_isRefused(Rig rig) {
        JobQueue queue = rig.queue();
        assertThatThrownBy(() -> queue.asExecutor().execute(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> queue.execute(null)).isInstanceOf(NullPointerException.class);
        assertThat(queue.stats().waiting()).isZero();
    }
}
