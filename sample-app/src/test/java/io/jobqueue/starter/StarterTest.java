package io.jobqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.JobQueue;
import io.jobqueue.spring.JobHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An application that has the starter, one annotated method, and no configuration at all. */
class StarterTest {

    @Test
    void starter_oneAnnotatedMethod_runsItsJobs() throws Exception {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Greeter.class)
                .web(WebApplicationType.NONE)
                .run("--spring.config.location=optional:classpath:/none/")) {
            context.getBean(JobQueue.class).enqueue("greet", "world");
            assertThat(context.getBean(Greeter.class).greeting.get(30, TimeUnit.SECONDS))
                    .isEqualTo("Hello, world");
        }
    }

    @EnableAutoConfiguration
    static class Greeter {

        final CompletableFuture<String> greeting = new CompletableFuture<>();

        @JobHandler("greet")
        void greet(String name) {
            greeting.complete("Hello, " + name);
        }
    }
}
