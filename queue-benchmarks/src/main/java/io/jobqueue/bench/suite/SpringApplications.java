package io.jobqueue.bench.suite;

import io.jobqueue.JobQueue;
import io.jobqueue.bench.subject.Subject;
import io.jobqueue.spring.JobHandler;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ExecutorServiceMetrics;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

/** Small Spring Boot applications, each with one bean that is the subject, and with Micrometer's simple registry. */
final class SpringApplications {

    static final String QUEUE_TASKS = "jobqueue-tasks";
    static final String ASYNC_METHOD = "async-method";
    static final String TIMED_POOL = "timed-pool";

    private SpringApplications() {}

    static ConfigurableApplicationContext start(String subject, int workers, boolean observations) {
        Class<?> application = switch (subject) {
            case ASYNC_METHOD -> AsyncMethod.class;
            case TIMED_POOL -> TimedPool.class;
            case QUEUE_TASKS -> QueueTasks.class;
            default -> Queue.class;
        };
        return new SpringApplicationBuilder(application)
                .properties(
                        "spring.main.banner-mode=off", "bench.workers=" + workers, "job-queue.worker-count=" + workers)
                .properties(observations ? Map.of("job-queue.observations", true) : Map.of())
                .run();
    }

    /** What is sent; the handler runs what is in it. */
    record Message(Runnable job) {}

    /** Messages with a name, and the handler of that name. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Queue {

        @Bean
        Subject subject(JobQueue queue) {
            return adapted(job -> queue.enqueue("bench", new Message(job)));
        }

        @Bean
        QueueHandler handler() {
            return new QueueHandler();
        }
    }

    /** The bean whose method handles the messages. */
    static class QueueHandler {

        @JobHandler("bench")
        void handle(Message message) {
            message.job().run();
        }
    }

    /** Lambdas on the queue. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class QueueTasks {

        @Bean
        Subject subject(JobQueue queue) {
            return adapted(job -> {
                Message message = new Message(job);
                queue.execute(() -> message.job().run());
            });
        }
    }

    /** An {@code @Async} method on a pool that Micrometer times. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableAsync
    static class AsyncMethod {

        @Bean
        ExecutorService benchPool(@Value("${bench.workers}") int workers, MeterRegistry registry) {
            return timed(workers, registry);
        }

        @Bean
        AsyncHandler handler() {
            return new AsyncHandler();
        }

        @Bean
        Subject subject(AsyncHandler handler) {
            return adapted(job -> handler.handle(new Message(job)));
        }
    }

    /** The bean whose method is called through its proxy. */
    static class AsyncHandler {

        @Async("benchPool")
        void handle(Message message) {
            message.job().run();
        }
    }

    /** Lambdas on the same pool. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class TimedPool {

        @Bean
        ExecutorService benchPool(@Value("${bench.workers}") int workers, MeterRegistry registry) {
            return timed(workers, registry);
        }

        @Bean
        Subject subject(ExecutorService benchPool) {
            return adapted(job -> {
                Message message = new Message(job);
                benchPool.execute(() -> message.job().run());
            });
        }
    }

    private static ExecutorService timed(int workers, MeterRegistry registry) {
        return ExecutorServiceMetrics.monitor(registry, Executors.newFixedThreadPool(workers), "bench");
    }

    private static Subject adapted(Execution execution) {
        return new Subject() {
            @Override
            public void execute(Runnable job) {
                execution.execute(job);
            }

            /** The application context closes what the subject uses. */
            @Override
            public void close() {}
        };
    }

    /** How a subject takes a job. */
    @FunctionalInterface
    private interface Execution {
        void execute(Runnable job);
    }
}
