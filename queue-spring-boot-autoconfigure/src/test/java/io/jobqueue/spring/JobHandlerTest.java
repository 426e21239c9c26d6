package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.jobqueue.JobContext;
import io.jobqueue.JobQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.ProxyFactoryBean;
import org.springframework.aop.framework.autoproxy.BeanNameAutoProxyCreator;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;

class JobHandlerTest {

    private static final Duration SOON = Duration.ofSeconds(5);

    private final ApplicationContextRunner runner = Contexts.runner();

    record Call(Object handler, Object payload) {}

    private static final class Calls {
        private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();

        void add(Object handler, Object payload) {
            calls.add(new Call(handler, payload));
        }

        Call next() throws InterruptedException {
            Call call = calls.poll(5, TimeUnit.SECONDS);
            assertThat(call).as("a handler was called in time").isNotNull();
            return call;
        }
    }

    private final Calls calls = new Calls();

    private ApplicationContextRunner with(Class<?>... configurations) {
        return runner.withBean("calls", Calls.class, () -> calls).withUserConfiguration(configurations);
    }

    private Object run(ApplicationContext context, String name, Object payload) throws InterruptedException {
        context.getBean(JobQueue.class).enqueue(name, payload);
        return calls.next().payload();
    }

    @Test
    void parameters_anyCombination_areFilled() {
        with(Parameters.class).run(context -> {
            assertThat(run(context, "none", null)).isEqualTo("none");
            assertThat(run(context, "payload", "p")).isEqualTo("p");
            assertThat(run(context, "context", null)).isEqualTo("context#1");
            assertThat(run(context, "both", "p")).isEqualTo("p by both");
            assertThat(run(context, "reversed", "p")).isEqualTo("p by reversed");
            assertThat(run(context, "primitive", 41)).isEqualTo(42);
            assertThat(run(context, "static", "p")).isEqualTo("static p");
        });
    }

    @Test
    void payload_nullForHandlerWithPayload_isNull() {
        with(Parameters.class).run(context -> {
            context.getBean(JobQueue.class).enqueue("both", null);
            assertThat(calls.next().payload()).isEqualTo("null by both");
        });
    }

    @Test
    void payload_genericTypeThroughCodec_keepsItsElements() {
        with(Generics.class).withPropertyValues("job-queue.copy-payloads=true").run(context -> {
            List<Box<Item>> sent =
                    List.of(new Box<>(new Item("a", Instant.EPOCH, Duration.ofSeconds(5))), new Box<>(null));
            assertThat(run(context, "boxes", sent)).isEqualTo(sent).isNotSameAs(sent);
        });
    }

    @Test
    void payload_typeVariableOfSuperclass_isBound() {
        with(Generics.class).withPropertyValues("job-queue.copy-payloads=true").run(context -> {
            Item sent = new Item("b", Instant.EPOCH, Duration.ZERO);
            assertThat(run(context, "inherited", sent)).isEqualTo(sent).isNotSameAs(sent);
        });
    }

    @Test
    void enqueue_payloadOnly_findsHandlerByItsClass() {
        with(Generics.class).run(context -> {
            Item sent = new Item("c", Instant.EPOCH, Duration.ZERO);
            context.getBean(JobQueue.class).enqueue(sent);
            assertThat(calls.next().payload()).isSameAs(sent);
        });
    }

    @Test
    void genericInterface_methodWithBridge_isOneHandler() {
        with(GenericInterface.class)
                .run(context -> assertThat(run(context, "upper", "a")).isEqualTo("A"));
    }

    @Test
    void annotationOnInterface_implementingBean_isHandler() {
        with(AnnotatedInterface.class)
                .run(context -> assertThat(run(context, "declared", "x")).isEqualTo("x"));
    }

    @Test
    void jdkProxy_methodInInterface_runsThroughProxy() {
        with(JdkProxied.class, CountingAdvice.class).run(context -> {
            assertThat(run(context, "proxied", "x")).isEqualTo("x");
            assertThat(context.getBean(CountingAdvice.class).calls).hasValue(1);
        });
    }

    @Test
    void classProxy_packagePrivateMethod_runsThroughProxyOnTarget() {
        with(ClassProxied.class, CountingAdvice.class).run(context -> {
            assertThat(run(context, "proxied", "x")).isEqualTo("field x");
            assertThat(context.getBean(CountingAdvice.class).calls).hasValue(1);
        });
    }

    @Test
    void proxyFactoryBean_interfaces_areUnwrapped() {
        with(FactoryProxied.class)
                .run(context -> assertThat(run(context, "annotatedTarget", "x")).isEqualTo("x"));
    }

    @Test
    void scopedProxy_prototypeTarget_isOneHandlerAndLookedUpPerRun() {
        with(Scoped.class).run(context -> {
            context.getBean(JobQueue.class).enqueue("scoped", null);
            context.getBean(JobQueue.class).enqueue("scoped", null);
            assertThat(calls.next().handler()).isNotSameAs(calls.next().handler());
            assertThat(context.getBean(JobQueues.class).handlers("default")).contains("scoped");
        });
    }

    @Test
    void prototype_plain_isLookedUpPerRun() {
        with(Scoped.class).run(context -> {
            context.getBean(JobQueue.class).enqueue("prototype", null);
            context.getBean(JobQueue.class).enqueue("prototype", null);
            assertThat(calls.next().handler()).isNotSameAs(calls.next().handler());
        });
    }

    @Test
    void lazyBean_isMadeByItsFirstJob() {
        with(LazyHandler.class).run(context -> {
            assertThat(context.getBeanFactory().containsSingleton("lazyHandler"))
                    .isFalse();
            assertThat(run(context, "lazy", "x")).isEqualTo("x");
        });
    }

    @Test
    void placeholders_inAttributes_areResolved() {
        with(Placeholders.class)
                .withPropertyValues(
                        "app.name=resized",
                        "app.queue=thumbnails",
                        "app.retries=2",
                        "job-queue.queues.thumbnails.worker-count=1")
                .run(context -> {
                    JobQueue queue =
                            context.getBean(JobQueues.class).find("thumbnails").orElseThrow();
                    queue.enqueue("resized", "x");
                    assertThat(calls.next().payload()).isEqualTo(1);
                    assertThat(calls.next().payload()).isEqualTo(2);
                    assertThat(calls.next().payload()).isEqualTo(3);
                    await().atMost(SOON).until(() -> queue.stats().failed() == 1);
                });
    }

    @Test
    void retryOn_otherException_isNotRetried() {
        with(Retrying.class).run(context -> {
            JobQueue queue = context.getBean(JobQueue.class);
            queue.enqueue("retryState", null);
            queue.enqueue("abortState", null);
            await().atMost(SOON).until(() -> queue.stats().failed() == 2);
            assertThat(queue.stats().retried()).isEqualTo(1);
        });
    }

    @Test
    void timeouts_inAnnotation_endTheJob() {
        with(Retrying.class).run(context -> {
            JobQueue queue = context.getBean(JobQueue.class);
            queue.enqueue("slow", null);
            queue.enqueue("slowAttempt", null);
            await().atMost(SOON).until(() -> queue.stats().timedOut() == 2);
        });
    }

    @Test
    void configurationClass_enhanced_isHandler() {
        with(FullConfiguration.class)
                .run(context -> assertThat(run(context, "full", "x")).isEqualTo("x"));
    }

    @Test
    void metaAnnotation_onMethod_isHandler() {
        with(MetaAnnotated.class)
                .run(context -> assertThat(run(context, "meta", "x")).isEqualTo("x"));
    }

    @Test
    void payload_ofWrongType_isRefusedToTheProducer() {
        with(Parameters.class)
                .run(context -> assertThatThrownBy(
                                () -> context.getBean(JobQueue.class).enqueue("payload", 1))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("payload"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Parameters {
        private final Calls calls;

        Parameters(Calls calls) {
            this.calls = calls;
            shared = calls;
        }

        private static Calls shared;

        @JobHandler("none")
        public void none() {
            calls.add(this, "none");
        }

        @JobHandler("payload")
        protected void payload(String payload) {
            calls.add(this, payload);
        }

        @JobHandler("context")
        void context(JobContext context) {
            calls.add(this, context.name() + "#" + context.attempt());
        }

        @JobHandler(name = "both")
        void both(String payload, JobContext context) {
            calls.add(this, payload + " by " + context.name());
        }

        @JobHandler("reversed")
        int reversed(JobContext context, String payload) {
            calls.add(this, payload + " by " + context.name());
            return 1;
        }

        @JobHandler("primitive")
        void primitive(int payload) {
            calls.add(this, payload + 1);
        }

        @JobHandler("static")
        static void onClass(String payload) {
            shared.add(Parameters.class, "static " + payload);
        }
    }

    record Item(String name, Instant at, Duration length) {}

    record Box<T>(T content) {}

    abstract static class Base<T> {
        final Calls calls;

        Base(Calls calls) {
            this.calls = calls;
        }

        @JobHandler("inherited")
        void handle(T payload) {
            calls.add(this, payload);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Generics extends Base<Item> {
        Generics(Calls calls) {
            super(calls);
        }

        @JobHandler("boxes")
        void boxes(List<Box<Item>> boxes) {
            calls.add(this, boxes);
        }
    }

    interface Converter<T> {
        void convert(T value);
    }

    @Configuration(proxyBeanMethods = false)
    static class GenericInterface implements Converter<String> {
        private final Calls calls;

        GenericInterface(Calls calls) {
            this.calls = calls;
        }

        @Override
        @JobHandler("upper")
        public void convert(String value) {
            calls.add(this, value.toUpperCase(java.util.Locale.ROOT));
        }
    }

    interface Declared {
        @JobHandler("declared")
        void declared(String payload);
    }

    @Configuration(proxyBeanMethods = false)
    static class AnnotatedInterface {
        @Bean
        Declared declared(Calls calls) {
            return payload -> calls.add("lambda", payload);
        }
    }

    interface Proxied {
        void handle(String payload);
    }

    static class ProxiedTarget implements Proxied {
        private final Calls calls;

        ProxiedTarget(Calls calls) {
            this.calls = calls;
        }

        @Override
        @JobHandler("proxied")
        public void handle(String payload) {
            calls.add(this, payload);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class CountingAdvice {
        final AtomicInteger calls = new AtomicInteger();

        @Bean
        MethodInterceptor counting() {
            return invocation -> {
                if (invocation.getMethod().getName().equals("handle")) {
                    calls.incrementAndGet();
                }
                return invocation.proceed();
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class JdkProxied {
        @Bean
        static BeanNameAutoProxyCreator proxies() {
            return proxying(false);
        }

        @Bean
        Proxied proxiedBean(Calls calls) {
            return new ProxiedTarget(calls);
        }
    }

    static class ClassTarget {
        private final Calls calls;
        private final String field = "field ";

        ClassTarget(Calls calls) {
            this.calls = calls;
        }

        @JobHandler("proxied")
        void handle(String payload) {
            calls.add(this, field + payload);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ClassProxied {
        @Bean
        static BeanNameAutoProxyCreator proxies() {
            return proxying(true);
        }

        @Bean
        ClassTarget proxiedBean(Calls calls) {
            return new ClassTarget(calls);
        }
    }

    static BeanNameAutoProxyCreator proxying(boolean classes) {
        BeanNameAutoProxyCreator creator = new BeanNameAutoProxyCreator();
        creator.setBeanNames("proxiedBean");
        creator.setInterceptorNames("counting");
        creator.setProxyTargetClass(classes);
        return creator;
    }

    interface Plain {
        void handle(String payload);
    }

    static class AnnotatedTarget implements Plain {
        private final Calls calls;

        AnnotatedTarget(Calls calls) {
            this.calls = calls;
        }

        @Override
        @JobHandler("annotatedTarget")
        public void handle(String payload) {
            calls.add(this, payload);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FactoryProxied {
        @Bean
        ProxyFactoryBean plain(Calls calls) throws ClassNotFoundException {
            ProxyFactoryBean factory = new ProxyFactoryBean();
            factory.setProxyInterfaces(new Class<?>[] {Plain.class});
            factory.setTarget(new ProxyFactory(
                            Plain.class,
                            new org.springframework.aop.target.SingletonTargetSource(new AnnotatedTarget(calls)))
                    .getProxy());
            return factory;
        }
    }

    static class ScopedTarget {
        private final Calls calls;

        ScopedTarget(Calls calls) {
            this.calls = calls;
        }

        @JobHandler("scoped")
        public void handle() {
            calls.add(this, "scoped");
        }
    }

    static class PrototypeTarget {
        private final Calls calls;

        PrototypeTarget(Calls calls) {
            this.calls = calls;
        }

        @JobHandler("prototype")
        public void handle() {
            calls.add(this, "prototype");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Scoped {
        @Bean
        @Scope(scopeName = BeanDefinition.SCOPE_PROTOTYPE, proxyMode = ScopedProxyMode.TARGET_CLASS)
        ScopedTarget scopedBean(Calls calls) {
            return new ScopedTarget(calls);
        }

        @Bean
        @Scope(BeanDefinition.SCOPE_PROTOTYPE)
        PrototypeTarget prototypeBean(Calls calls) {
            return new PrototypeTarget(calls);
        }
    }

    @Configuration(value = "lazyHandler", proxyBeanMethods = false)
    @Lazy
    static class LazyHandler {
        private final Calls calls;

        LazyHandler(Calls calls) {
            this.calls = calls;
        }

        @JobHandler("lazy")
        void handle(String payload) {
            calls.add(this, payload);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Placeholders {
        private final Calls calls;

        Placeholders(Calls calls) {
            this.calls = calls;
        }

        @JobHandler(name = "${app.name}", queue = "${app.queue}", maxRetries = "#{${app.retries}}", retryDelay = "1ms")
        void handle(String payload, JobContext context) {
            calls.add(this, context.attempt());
            throw new IllegalStateException("again");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Retrying {
        @JobHandler(
                name = "retryState",
                maxRetries = "1",
                retryDelay = "1ms",
                retryMultiplier = "1",
                retryMaxDelay = "2ms",
                retryJitter = "0.5",
                retryOn = IllegalStateException.class)
        void retryState() {
            throw new IllegalStateException("retried");
        }

        @JobHandler(name = "abortState", maxRetries = "1", abortOn = IllegalStateException.class)
        void abortState() {
            throw new IllegalStateException("not retried");
        }

        @JobHandler(name = "slow", timeout = "50ms")
        void slow() throws InterruptedException {
            new java.util.concurrent.CountDownLatch(1).await();
        }

        @JobHandler(name = "slowAttempt", attemptTimeout = "50ms", timeout = "0")
        void slowAttempt() throws InterruptedException {
            new java.util.concurrent.CountDownLatch(1).await();
        }
    }

    @Configuration
    static class FullConfiguration {
        private final Calls calls;

        FullConfiguration(Calls calls) {
            this.calls = calls;
        }

        @JobHandler("full")
        void handle(String payload) {
            calls.add(this, payload);
        }
    }

    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
    @JobHandler(queue = "default")
    @interface DefaultQueueHandler {
        @org.springframework.core.annotation.AliasFor(annotation = JobHandler.class, attribute = "name")
        String value();
    }

    @Configuration(proxyBeanMethods = false)
    static class MetaAnnotated {
        private final Calls calls;

        MetaAnnotated(Calls calls) {
            this.calls = calls;
        }

        @DefaultQueueHandler("meta")
        void handle(String payload) {
            calls.add(this, payload);
        }
    }
}
