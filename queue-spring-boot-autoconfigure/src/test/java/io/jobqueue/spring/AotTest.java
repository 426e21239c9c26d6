package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.jobqueue.JobQueue;
import io.jobqueue.QueueState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.javapoet.ClassName;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

class AotTest {

    private static <T extends GenericApplicationContext> T withProperties(T context) {
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("test", java.util.Map.of("job-queue.queues.mails.worker-count", "3")));
        return context;
    }

    private static TestGenerationContext process(ClassName[] initializer) {
        AnnotationConfigApplicationContext context = withProperties(new AnnotationConfigApplicationContext());
        context.register(Application.class, JobQueueAutoConfiguration.class);
        TestGenerationContext generation = new TestGenerationContext();
        initializer[0] = new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        generation.writeGeneratedContent();
        return generation;
    }

    @Test
    void hints_handlersAndPayloads_areReachable() {
        RuntimeHints hints = process(new ClassName[1]).getRuntimeHints();
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Handlers.class, "mail"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(Mail.class)
                        .withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Attachment.class, "content"))
                .accepts(hints);
    }

    @Test
    void hints_optionalClasses_areFoundByName() {
        RuntimeHints hints = process(new ClassName[1]).getRuntimeHints();
        assertThat(RuntimeHintsPredicates.reflection().onType(JsonMapper.class)).accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(TransactionSynchronizationManager.class))
                .accepts(hints);
    }

    @Test
    @CompileWithForkedClassLoader
    @SuppressWarnings("unchecked")
    void context_processedAheadOfTime_runsJobs() {
        ClassName[] initializer = new ClassName[1];
        TestGenerationContext generation = process(initializer);
        TestCompiler.forSystem().with(generation).compile(compiled -> {
            try (GenericApplicationContext context = withProperties(new GenericApplicationContext())) {
                compiled.getInstance(ApplicationContextInitializer.class, initializer[0].reflectionName())
                        .initialize(context);
                context.refresh();
                JobQueue mails = context.getBean(Handlers.class).mails;
                assertThat(mails.name()).isEqualTo("mails");
                assertThat(mails.workerCount()).isEqualTo(3);
                assertThat(mails.state()).isEqualTo(QueueState.RUNNING);
                mails.enqueue("mail", new Mail("a", List.of(new Attachment("b"))));
                assertThat(context.getBean(Handlers.class).done.await(5, TimeUnit.SECONDS))
                        .isTrue();
                assertThat(mails.awaitIdle(Duration.ofSeconds(5))).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    public record Mail(String to, List<Attachment> attachments) {}

    public record Attachment(String content) {}

    public static class Handlers {
        final CountDownLatch done = new CountDownLatch(1);
        final JobQueue mails;

        public Handlers(@Qualifier("mails") JobQueue mails) {
            this.mails = mails;
        }

        @JobHandler(name = "mail", queue = "mails")
        public void mail(Mail mail) {
            done.countDown();
        }
    }

    @Configuration(proxyBeanMethods = false)
    public static class Application {
        @Bean
        Handlers handlers(@Qualifier("mails") JobQueue mails) {
            return new Handlers(mails);
        }
    }
}
