package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

class AsyncTest {

    @Test
    void async_withQueueName_runsOnThatQueue() {
        Contexts.runner()
                .withUserConfiguration(Application.class)
                .withPropertyValues("job-queue.queues.thumbnails.worker-count=1")
                .run(context -> {
                    Service service = context.getBean(Service.class);
                    assertThat(service.onQueue().get(5, TimeUnit.SECONDS)).startsWith("thumbnails-worker-");
                    assertThat(service.onDefaultQueue().get(5, TimeUnit.SECONDS))
                            .startsWith("default-worker-");
                    assertThat(service.elsewhere().get(5, TimeUnit.SECONDS)).startsWith("task-");
                });
    }

    @Test
    void async_withTaskDecorators_decoratesTasks() {
        Contexts.runner()
                .withUserConfiguration(Application.class, Decorating.class)
                .withPropertyValues("job-queue.queues.thumbnails.worker-count=1")
                .run(context -> {
                    Decorating.captured.set("from the caller");
                    Service service = context.getBean(Service.class);
                    assertThat(service.captured().get(5, TimeUnit.SECONDS)).isEqualTo("from the caller");
                    Decorating.captured.remove();
                    assertThat(service.captured().get(5, TimeUnit.SECONDS)).isEqualTo("null");
                });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Application {
        @Bean
        Service service() {
            return new Service();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Decorating {
        static final ThreadLocal<String> captured = new ThreadLocal<>();

        @Bean
        TaskDecorator decorator() {
            return task -> {
                String value = captured.get();
                return () -> {
                    captured.set(value);
                    try {
                        task.run();
                    } finally {
                        captured.remove();
                    }
                };
            };
        }
    }

    static class Service {
        @Async("thumbnails")
        CompletableFuture<String> onQueue() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }

        @Async("default")
        CompletableFuture<String> onDefaultQueue() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }

        @Async
        CompletableFuture<String> elsewhere() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }

        @Async("thumbnails")
        CompletableFuture<String> captured() {
            return CompletableFuture.completedFuture(String.valueOf(Decorating.captured.get()));
        }
    }
}
