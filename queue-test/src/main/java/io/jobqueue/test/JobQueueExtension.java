package io.jobqueue.test;

import io.jobqueue.JobQueue;
import io.jobqueue.JobQueueBuilder;
import io.jobqueue.spi.PayloadCodec;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Brings a {@link TestJobQueue} to each JUnit test and closes it afterwards. Constructors, test methods and {@code
 * @BeforeEach} methods may have parameters of the types {@link TestJobQueue}, {@link JobQueue} and {@link FakeClock}; within
 * one test they all belong to one queue.
 *
 * <pre>{@code
 * @ExtendWith(JobQueueExtension.class)
 * class SignUpTest {
 *     @Test
 *     void register_newUser_sendsMail(TestJobQueue jobs) { … }
 * }
 * }</pre>
 *
 * <p>With settings or processors of your own, register an instance:
 *
 * <pre>{@code
 * @RegisterExtension
 * final JobQueueExtension extension = JobQueueExtension.with(q -> q.processor("mail", Mail.class, mailer::send));
 * }</pre>
 */
public final class JobQueueExtension implements ParameterResolver, AfterEachCallback {

    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(JobQueueExtension.class);
    private static final Set<Class<?>> TYPES = Set.of(TestJobQueue.class, JobQueue.class, FakeClock.class);

    private final Supplier<TestJobQueue> factory;

    /** With default settings; for {@code @ExtendWith}. */
    public JobQueueExtension() {
        this(TestJobQueue::create);
    }

    private JobQueueExtension(Supplier<TestJobQueue> factory) {
        this.factory = factory;
    }

    /** With settings and processors, as {@link TestJobQueue#create(Consumer)}. */
    public static JobQueueExtension with(Consumer<JobQueueBuilder> settings) {
        return new JobQueueExtension(() -> TestJobQueue.create(settings));
    }

    /** With settings, processors, and a codec for payloads, as {@link TestJobQueue#create(PayloadCodec, Consumer)}. */
    public static JobQueueExtension with(PayloadCodec codec, Consumer<JobQueueBuilder> settings) {
        return new JobQueueExtension(() -> TestJobQueue.create(codec, settings));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return TYPES.contains(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TestJobQueue jobs = context.getStore(NAMESPACE)
                .computeIfAbsent(TestJobQueue.class, type -> factory.get(), TestJobQueue.class);
        Class<?> type = parameter.getParameter().getType();
        return type == JobQueue.class ? jobs.queue() : type == FakeClock.class ? jobs.clock() : jobs;
    }

    /** So that a constructor gets the queue of its test. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext rootContext) {
        return ExtensionContextScope.TEST_METHOD;
    }

    /** Not left to the store, which closes after the last callback of the test, when others look for leaked threads. */
    @Override
    public void afterEach(ExtensionContext context) {
        TestJobQueue jobs = context.getStore(NAMESPACE).remove(TestJobQueue.class, TestJobQueue.class);
        if (jobs != null) {
            jobs.close();
        }
    }
}
