package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.JobContext;
import io.jobqueue.JobQueue;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.framework.autoproxy.BeanNameAutoProxyCreator;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class InvalidHandlerTest {

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(SameName.class, "have the name 'same'", "another name"),
                Arguments.of(SameClassTwice.class, "have the name 'once'", "another name"),
                Arguments.of(Private.class, "is private", "package-private, protected or public"),
                Arguments.of(UnknownQueue.class, "queue 'nowhere', which does not exist", "job-queue.queues.nowhere"),
                Arguments.of(TwoPayloads.class, "too many parameters", "at most the payload and a JobContext"),
                Arguments.of(TwoContexts.class, "more than one JobContext", "at most the payload and a JobContext"),
                Arguments.of(NoName.class, "has no name", "@JobHandler(\"thumbnail\")"),
                Arguments.of(LongName.class, "is not a job name", "attribute name"),
                Arguments.of(UnknownPlaceholder.class, "app.missing", "attribute timeout"),
                Arguments.of(BadDuration.class, "timeout 'soon'", "attribute timeout"),
                Arguments.of(NegativeDuration.class, "attemptTimeout '-1s'", "attribute attemptTimeout"),
                Arguments.of(BadNumber.class, "maxRetries 'many'", "attribute maxRetries"),
                Arguments.of(BadJitter.class, "retryJitter '2'", "attribute retryJitter"),
                Arguments.of(DelayOverMaximum.class, "must not be shorter than the delay", "attribute retryMaxDelay"),
                Arguments.of(Asynchronous.class, "returns CompletableFuture", "return void"),
                Arguments.of(NotInInterface.class, "cannot be called on its bean", "in an interface"),
                Arguments.of(FinalOnProxy.class, "is final", "Remove 'final'"),
                Arguments.of(NoDefaultQueue.class, "names no queue", "Name a queue"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void start_withMistake_failsAndSaysWhatToChange(Class<?> configuration, String description, String action) {
        Contexts.runner()
                .withPropertyValues("app.timeout=soon")
                .withUserConfiguration(configuration)
                .run(context -> {
                    assertThat(context).hasFailed();
                    FailureAnalysis analysis =
                            new InvalidJobQueueFailureAnalyzer().analyze(context.getStartupFailure());
                    assertThat(analysis).isNotNull();
                    assertThat(analysis.getDescription()).contains(description);
                    assertThat(analysis.getAction()).contains(action);
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class SameName {
        @JobHandler("same")
        void one() {}

        @JobHandler("same")
        void other() {}
    }

    static class Once {
        @JobHandler("once")
        void handle() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class SameClassTwice {
        @Bean
        Once first() {
            return new Once();
        }

        @Bean
        Once second() {
            return new Once();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Private {
        @JobHandler("private")
        private void handle() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class UnknownQueue {
        @JobHandler(name = "lost", queue = "nowhere")
        void handle() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoPayloads {
        @JobHandler("two")
        void handle(String one, String two) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoContexts {
        @JobHandler("two")
        void handle(JobContext one, JobContext two) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class NoName {
        @JobHandler
        void handle() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class LongName {
        @JobHandler("#{'x'.repeat(201)}")
        void handle() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class UnknownPlaceholder {
        @JobHandler(name = "x", timeout = "${app.missing}")
        void handle() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class BadDuration {
        @JobHandler(name = "x", timeout = "${app.timeout}")
        void handle() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class NegativeDuration {
        @JobHandler(name = "x", attemptTimeout = "-1s")
        void handle() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class BadNumber {
        @JobHandler(name = "x", maxRetries = "many")
        void handle() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class BadJitter {
        @JobHandler(name = "x", retryJitter = "2")
        void handle() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class DelayOverMaximum {
        @JobHandler(name = "x", retryDelay = "10s", retryMaxDelay = "1s")
        void handle() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Asynchronous {
        @JobHandler("x")
        CompletableFuture<Void> handle() {
            return new CompletableFuture<>();
        }
    }

    interface Other {
        void other();
    }

    static class Hidden implements Other {
        @Override
        public void other() {}

        @JobHandler("hidden")
        public void handle() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class NotInInterface {
        @Bean
        static BeanNameAutoProxyCreator proxies() {
            BeanNameAutoProxyCreator creator = new BeanNameAutoProxyCreator();
            creator.setBeanNames("hidden");
            return creator;
        }

        @Bean
        Other hidden() {
            return new Hidden();
        }
    }

    static class FinalMethod {
        @JobHandler("final")
        public final void handle() {}

        public void other() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class FinalOnProxy {
        @Bean
        static BeanNameAutoProxyCreator proxies() {
            BeanNameAutoProxyCreator creator = new BeanNameAutoProxyCreator();
            creator.setBeanNames("target");
            creator.setProxyTargetClass(true);
            return creator;
        }

        @Bean
        FinalMethod target() {
            return new FinalMethod();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NoDefaultQueue {
        @Bean
        JobQueue one() {
            return JobQueue.builder("one").build();
        }

        @Bean
        JobQueue two() {
            return JobQueue.builder("two").build();
        }

        @JobHandler("x")
        void handle() {}
    }
}
