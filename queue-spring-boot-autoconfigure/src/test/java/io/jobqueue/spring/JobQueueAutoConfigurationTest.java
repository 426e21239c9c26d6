package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueState;
import io.jobqueue.event.JobEvent;
import io.jobqueue.event.JobListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.task.AsyncTaskExecutor;

class JobQueueAutoConfigurationTest {

    private final ApplicationContextRunner runner = Contexts.runner();

    @Test
    void starter_withoutProperties_runsJobsOnDefaultQueue() {
        runner.withUserConfiguration(Greeting.class).run(context -> {
            JobQueue queue = context.getBean(JobQueue.class);
            assertThat(queue.name()).isEqualTo("default");
            assertThat(queue.state()).isEqualTo(QueueState.RUNNING);
            queue.enqueue("greet", "world");
            assertThat(context.getBean(Greeting.class).done.await(5, TimeUnit.SECONDS))
                    .isTrue();
        });
    }

    @Test
    void queues_declared_areInjectableByNameAndDefaultWithoutQualifier() {
        runner.withPropertyValues("job-queue.queues.thumbnails.worker-count=3", "job-queue.queues.mails=")
                .withUserConfiguration(Injected.class)
                .run(context -> {
                    Injected injected = context.getBean(Injected.class);
                    assertThat(injected.plain.name()).isEqualTo("default");
                    assertThat(injected.thumbnails.name()).isEqualTo("thumbnails");
                    assertThat(injected.thumbnails.workerCount()).isEqualTo(3);
                    assertThat(context.getBean(JobQueues.class).names())
                            .containsExactly("default", "mails", "thumbnails");
                    assertThat(context.getBean(JobQueue.class)).isSameAs(injected.plain);
                });
    }

    @Test
    void beans_namedLikeAQueue_doNotCollide() {
        runner.withPropertyValues("job-queue.queues.thumbnails.worker-count=3")
                .withBean("thumbnails", String.class, () -> "the application's own")
                .withBean("default", String.class, () -> "another")
                .withUserConfiguration(Injected.class)
                .run(context -> assertThat(
                                context.getBean(Injected.class).thumbnails.name())
                        .isEqualTo("thumbnails"));
    }

    @Test
    void defaultQueue_applicationHasItsOwn_backsOff() {
        runner.withPropertyValues("job-queue.queues.mails.worker-count=2")
                .withUserConfiguration(OwnQueue.class, Greeting.class)
                .run(context -> {
                    assertThat(context.getBean(JobQueue.class).name()).isEqualTo("own");
                    assertThat(context.getBean(JobQueues.class).names()).containsExactly("mails", "own");
                    assertThat(context.getBean(JobQueue.class).state()).isEqualTo(QueueState.RUNNING);
                    context.getBean(JobQueue.class).enqueue("greet", "world");
                    assertThat(context.getBean(Greeting.class).done.await(5, TimeUnit.SECONDS))
                            .isTrue();
                });
    }

    @Test
    void defaultQueue_applicationHasOneThatIsNoDefaultCandidate_staysDefault() {
        runner.withUserConfiguration(FurtherQueue.class).run(context -> {
            assertThat(context.getBean(JobQueues.class).names()).containsExactly("default", "further");
            assertThat(context.getBeanProvider(JobQueue.class).getObject().name())
                    .isEqualTo("default");
        });
    }

    @Test
    void queues_sameNameTwice_failsNamingBothBeans() {
        runner.withPropertyValues("job-queue.queues.own.worker-count=2")
                .withUserConfiguration(OwnQueue.class)
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .hasMessageContaining("'ownQueue'")
                        .hasMessageContaining("'own'"));
    }

    @Test
    void enabled_false_definesNothing() {
        runner.withPropertyValues("job-queue.enabled=false")
                .withUserConfiguration(Enabled.class)
                .run(context -> assertThat(context)
                        .doesNotHaveBean(JobQueue.class)
                        .doesNotHaveBean(JobQueues.class)
                        .doesNotHaveBean(JobQueueLifecycle.class));
    }

    @Test
    void enableJobQueue_besideAutoConfigurationAndTwice_definesOnce() {
        runner.withUserConfiguration(Enabled.class, EnabledAgain.class, Greeting.class)
                .run(context -> {
                    assertThat(context).hasSingleBean(JobQueue.class).hasSingleBean(JobQueueLifecycle.class);
                    context.getBean(JobQueue.class).enqueue("greet", "world");
                    assertThat(context.getBean(Greeting.class).done.await(5, TimeUnit.SECONDS))
                            .isTrue();
                });
    }

    @Test
    void enableJobQueue_plainContext_worksAndReadsEnvironment() throws Exception {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("test", java.util.Map.of("job-queue.worker-count", "7")));
            context.register(Enabled.class, Greeting.class);
            context.refresh();
            JobQueue queue = context.getBean(JobQueue.class);
            assertThat(queue.workerCount()).isEqualTo(7);
            queue.enqueue("greet", "world");
            assertThat(context.getBean(Greeting.class).done.await(5, TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    @Test
    void executors_ofQueues_doNotDisplaceTheApplications() {
        runner.withPropertyValues("job-queue.queues.thumbnails.worker-count=1").run(context -> {
            assertThat(context).hasBean("applicationTaskExecutor");
            assertThat(context.getBean(AsyncTaskExecutor.class)).isNotNull();
            assertThat(context.getBeanProvider(Executor.class).getIfUnique())
                    .isSameAs(context.getBean("applicationTaskExecutor"));
        });
    }

    @Test
    void executor_byQualifier_runsOnQueue() {
        runner.withPropertyValues("job-queue.queues.thumbnails.worker-count=1")
                .withUserConfiguration(InjectedExecutor.class)
                .run(context -> {
                    String thread = context.getBean(InjectedExecutor.class)
                            .thumbnails
                            .submit(() -> Thread.currentThread().getName())
                            .get(5, TimeUnit.SECONDS);
                    assertThat(thread).startsWith("thumbnails-worker-");
                });
    }

    @Test
    void customizers_several_areAppliedInOrderAfterProperties() {
        runner.withPropertyValues("job-queue.worker-count=1")
                .withUserConfiguration(Customizers.class)
                .run(context -> assertThat(context.getBean(JobQueue.class).workerCount())
                        .isEqualTo(6));
    }

    @Test
    void listeners_withQueueInjected_areToldOfJobsOfAllQueues() {
        runner.withPropertyValues("job-queue.queues.mails.worker-count=1")
                .withUserConfiguration(Greeting.class)
                .withBean(Following.class)
                .run(context -> {
                    context.getBean(JobQueues.class)
                            .find("mails")
                            .orElseThrow()
                            .submit(() -> 1)
                            .get(5, TimeUnit.SECONDS);
                    assertThat(context.getBean(Greeting.class).done.await(5, TimeUnit.SECONDS))
                            .isTrue();
                });
    }

    @Test
    void lazyInitialization_queuesAndHandlers_workAllTheSame() {
        runner.withInitializer(context -> context.addBeanFactoryPostProcessor(
                        new org.springframework.boot.LazyInitializationBeanFactoryPostProcessor()))
                .withUserConfiguration(Greeting.class)
                .run(context -> {
                    JobQueue queue = context.getBean(JobQueue.class);
                    assertThat(queue.state()).isEqualTo(QueueState.RUNNING);
                    assertThat(context.getBeanFactory().containsSingleton("greeting"))
                            .isFalse();
                    queue.enqueue("greet", "world");
                    assertThat(queue.awaitIdle(Duration.ofSeconds(5))).isTrue();
                    assertThat(context.getBean(Greeting.class).done.getCount()).isZero();
                });
    }

    @Test
    void contexts_twoInOneJvm_areIndependent() {
        runner.withUserConfiguration(Greeting.class).run(first -> {
            runner.withUserConfiguration(Greeting.class)
                    .run(second ->
                            assertThat(second.getBean(JobQueue.class)).isNotSameAs(first.getBean(JobQueue.class)));
            first.getBean(JobQueue.class).enqueue("greet", "world", EnqueueOptions.defaults());
            assertThat(first.getBean(Greeting.class).done.await(5, TimeUnit.SECONDS))
                    .isTrue();
        });
    }

    @Test
    void jobQueues_unknownName_findsNothing() {
        runner.withUserConfiguration(Greeting.class).run(context -> {
            JobQueues queues = context.getBean(JobQueues.class);
            assertThat(queues.find("nobody")).isEmpty();
            assertThat(queues.handlers("nobody")).isEmpty();
            assertThat(queues.handlers("default")).isEqualTo(java.util.Set.of("greet"));
            assertThat(queues).extracting(JobQueue::name).isEqualTo(List.of("default"));
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableJobQueue
    static class Enabled {}

    @Configuration(proxyBeanMethods = false)
    @EnableJobQueue
    static class EnabledAgain {}

    @Configuration(value = "greeting", proxyBeanMethods = false)
    static class Greeting {
        final CountDownLatch done = new CountDownLatch(1);

        @JobHandler("greet")
        void greet(String who) {
            assertThat(who).isEqualTo("world");
            done.countDown();
        }
    }

    /** Lets a greeting follow every task. */
    static class Following implements JobListener {
        private final JobQueue queue;

        Following(JobQueue queue) {
            this.queue = queue;
        }

        @Override
        public void completed(JobEvent event) {
            if (event.name().equals(JobEvent.TASK)) {
                queue.enqueue("greet", "world");
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnQueue {
        @Bean
        JobQueue ownQueue() {
            return JobQueue.builder("own").build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FurtherQueue {
        @Bean(defaultCandidate = false)
        JobQueue further() {
            return JobQueue.builder("further").build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Injected {
        @Autowired
        JobQueue plain;

        @Autowired
        @Qualifier("thumbnails")
        JobQueue thumbnails;
    }

    @Configuration(proxyBeanMethods = false)
    static class InjectedExecutor {
        @Autowired
        @Qualifier("thumbnails")
        ExecutorService thumbnails;
    }

    @Configuration(proxyBeanMethods = false)
    static class Customizers {
        @Bean
        @org.springframework.core.annotation.Order(2)
        JobQueueCustomizer second() {
            return (queue, builder) -> builder.workerCount(queue.equals("default") ? 6 : 1);
        }

        @Bean
        @Primary
        @org.springframework.core.annotation.Order(1)
        JobQueueCustomizer first() {
            return (queue, builder) -> builder.workerCount(5);
        }
    }
}
