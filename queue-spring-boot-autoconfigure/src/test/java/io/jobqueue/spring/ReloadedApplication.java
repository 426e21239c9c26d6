package io.jobqueue.spring;

import io.jobqueue.JobQueue;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;

/** An application that is loaded by a class loader of its own. */
public final class ReloadedApplication implements Callable<Map<String, Object>> {

    static Class<?>[] classes() {
        return new Class<?>[] {ReloadedApplication.class, Handlers.class, Payload.class};
    }

    @Override
    public Map<String, Object> call() throws Exception {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("test", Map.of("job-queue.copy-payloads", "true")));
            context.register(Handlers.class);
            context.refresh();
            JobQueue queue = context.getBean(JobQueue.class);
            queue.enqueue(new Payload("x"));
            queue.awaitIdle(Duration.ofSeconds(5));
            return context.getBean(Handlers.class).seen;
        }
    }

    public record Payload(String text) {}

    @Configuration(proxyBeanMethods = false)
    @EnableJobQueue
    public static class Handlers {
        final Map<String, Object> seen = new ConcurrentHashMap<>();

        @JobHandler("payload")
        public void handle(Payload payload) {
            seen.put("payload", payload.toString());
            seen.put("loader", payload.getClass().getClassLoader());
        }
    }
}
