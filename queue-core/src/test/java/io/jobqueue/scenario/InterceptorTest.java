package io.jobqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobContext;
import io.jobqueue.JobInterceptor;
import io.jobqueue.JobQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

class InterceptorTest {

    private static JobInterceptor named(String name, List<String> trail) {
        return new JobInterceptor() {
            @Override
            public void beforeEnqueue(String queue, String job, Map<String, String> headers) {
                trail.add(name + " sees " + headers.keySet());
                headers.put(name, job);
            }

            @Override
            public void aroundAttempt(JobContext context, Invocation invocation) throws Exception {
                trail.add(name + " in");
                try {
                    invocation.proceed();
                } finally {
                    trail.add(name + " out");
                }
            }
        };
    }

    @Scenario(value = "interceptors and headers", workers = 2)
    void interceptors_several_nestInTheirOrderAndAddHeaders(Rig rig) {
        List<String> trail = new CopyOnWriteArrayList<>();
        List<Map<String, String>> headers = new CopyOnWriteArrayList<>();
        JobQueue queue = rig.started(settings -> settings.interceptor(named("outer", trail))
                .interceptor(named("inner", trail))
                .processor("job", String.class, (payload, context) -> {
                    trail.add("handler");
                    headers.add(context.headers());
                }));
        queue.enqueue("job", "", EnqueueOptions.defaults().withHeader("mine", "value"));
        Soon.until("done", () -> queue.stats().succeeded() == 1);
        assertThat(trail)
                .containsExactly(
                        "outer sees [mine]",
                        "inner sees [mine, outer]",
                        "outer in",
                        "inner in",
                        "handler",
                        "inner out",
                        "outer out");
        assertThat(headers).containsExactly(Map.of("mine", "value", "outer", "job", "inner", "job"));
        assertThatThrownBy(() -> headers.get(0).put("no", "no")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Scenario(value = "interceptors: tasks and errors", workers = 2)
    void interceptors_taskAndThrowingOnes_areHeard(Rig rig) throws Exception {
        List<String> trail = new CopyOnWriteArrayList<>();
        JobQueue queue = rig.started(settings -> settings.interceptor(named("around", trail))
                .interceptor(new JobInterceptor() {
                    @Override
                    public void beforeEnqueue(String queue, String name, Map<String, String> headers) {
                        throw new IllegalArgumentException("not this one");
                    }
                })
                .processor("job", String.class, (payload, context) -> {}));
        assertThat(Soon.result(queue.submit(() -> "task"))).isEqualTo("task");
        assertThat(trail).containsExactly("around in", "around out");
        assertThatThrownBy(() -> queue.enqueue("job", "")).hasMessage("not this one");
        assertThat(queue.stats().submitted()).isEqualTo(1);
    }

    @Scenario(value = "interceptors: messages only", workers = 1)
    void interceptor_notForTasks_isCalledAroundMessagesAlone(Rig rig) throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        JobQueue queue = rig.started(settings -> settings.interceptor(new JobInterceptor() {
                    @Override
                    public boolean interceptsTasks() {
                        return false;
                    }

                    @Override
                    public void aroundAttempt(JobContext context, Invocation invocation) throws Exception {
                        seen.add(context.name());
                        invocation.proceed();
                    }
                })
                .processor("job", String.class, (payload, context) -> {}));
        queue.enqueue("job", "");
        queue.execute(() -> {});
        assertThat(Soon.result(queue.submit(() -> "task"))).isEqualTo("task");
        assertThat(queue.stats().succeeded()).isEqualTo(3);
        assertThat(seen).containsExactly("job");
    }

    @Scenario(value = "interceptors: new workers", workers = 3)
    void workerStarts_eachWorker_isHeardOnItsThreadBeforeItsFirstJob(Rig rig) {
        ThreadLocal<List<String>> ofThread = ThreadLocal.withInitial(ArrayList::new);
        List<List<String>> seen = new CopyOnWriteArrayList<>();
        Gate gate = rig.gate();
        JobQueue queue = rig.started(settings -> settings.interceptor(new JobInterceptor() {
            @Override
            public void workerStarts(String queue) {
                ofThread.get().add(queue);
            }
        }));
        Callable<Boolean> task = () -> {
            gate.pass();
            return seen.add(ofThread.get());
        };
        for (int i = 0; i < 3; i++) {
            queue.submit(task);
        }
        gate.awaitWaiting(3);
        gate.open();
        queue.submit(task);
        Soon.until("done", () -> queue.stats().succeeded() == 4);
        assertThat(seen).hasSize(4).containsOnly(List.of(queue.name()));
    }

    @Scenario(value = "interceptors: new workers and errors", workers = 1)
    void workerStarts_throws_isLoggedAndTheWorkerWorks(Rig rig) {
        AssertionError error = new AssertionError("not this one");
        AtomicBoolean ran = new AtomicBoolean();
        try (LogCapture log = LogCapture.open()) {
            JobQueue queue = rig.started(settings -> settings.interceptor(new JobInterceptor() {
                @Override
                public void workerStarts(String queue) {
                    throw error;
                }
            }));
            queue.execute(() -> ran.set(true));
            Soon.until("it ran", ran::get);
            assertThat(log.timesLogged(error)).isEqualTo(1);
        }
    }
}
