package io.jobqueue.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobQueue;
import io.jobqueue.QueueClosedException;
import io.jobqueue.QueueFullException;
import io.jobqueue.spi.JobBackend;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.StringUtils;

/** What is enqueued in transactions of a database, for a storing backend. */
@ExtendWith(OutputCaptureExtension.class)
class TransactionTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final ScriptedBackend backend = new ScriptedBackend();

    private ApplicationContextRunner runner(String... properties) {
        return Shop.in(Contexts.runner())
                .withBean(JobBackendFactory.class, backend::factory)
                .withPropertyValues("job-queue.backend=scripted")
                .withPropertyValues(properties);
    }

    private void with(ThrowingConsumer<Shop> test, String... properties) {
        runner(properties).run(context -> {
            assertThat(context).hasNotFailed();
            test.accept(new Shop(context));
        });
    }

    private static void register(Runnable afterCommit) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                afterCommit.run();
            }
        });
    }

    // ---- commit and rollback

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void commit_sendsEverythingOfTheQueueAsOneBatch(boolean readOnly) {
        with(shop -> {
            TransactionTemplate transaction = shop.transaction();
            transaction.setReadOnly(readOnly);
            transaction.executeWithoutResult(status -> {
                shop.order("a");
                shop.order("b");
                List<String> ids = shop.queue.enqueueAll("ship", List.of("x", "y"), EnqueueOptions.defaults());
                assertThat(ids).hasSize(2);
                assertThat(backend.batches).isEmpty();
                assertThat(shop.queue.stats().submitted()).isZero();
            });
            assertThat(backend.batches)
                    .singleElement()
                    .satisfies(batch -> assertThat(batch).hasSize(4).startsWith("a", "b"));
            assertThat(shop.queue.stats().submitted()).isEqualTo(4);
        });
    }

    @Test
    void rollback_sendsNothing() {
        with(shop -> {
            shop.transaction().executeWithoutResult(status -> {
                shop.order("a");
                status.setRollbackOnly();
            });
            assertThatThrownBy(() -> shop.transaction().executeWithoutResult(status -> {
                        shop.order("b");
                        throw new IllegalStateException("no");
                    }))
                    .hasMessage("no");
            assertThat(shop.orders()).isEmpty();
            assertThat(backend.batches).isEmpty();
            assertThat(shop.queue.stats().submitted()).isZero();
            shop.transaction().executeWithoutResult(status -> shop.order("c"));
            assertThat(backend.batches).containsExactly(List.of("c"));
        });
    }

    @Test
    void requiresNew_isSentByItsOwnCommit() {
        with(shop -> {
            shop.transaction().executeWithoutResult(status -> {
                shop.order("outer 1");
                shop.transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                        .executeWithoutResult(own -> shop.order("inner"));
                assertThat(backend.batches).containsExactly(List.of("inner"));
                shop.order("outer 2");
                status.setRollbackOnly();
            });
            assertThat(backend.batches).containsExactly(List.of("inner"));
            assertThat(shop.orders()).containsExactly("inner");
        });
    }

    @Test
    void nested_rolledBack_dropsItsOwnJobs() {
        with(shop -> {
            TransactionTemplate nested = shop.transaction(TransactionDefinition.PROPAGATION_NESTED);
            shop.transaction().executeWithoutResult(outer -> {
                nested.executeWithoutResult(own -> {
                    shop.order("first");
                    own.setRollbackOnly();
                });
                shop.order("outer 1");
                nested.executeWithoutResult(own -> shop.order("kept"));
                nested.executeWithoutResult(own -> {
                    shop.order("dropped");
                    own.setRollbackOnly();
                });
                shop.order("outer 2");
            });
            assertThat(backend.batches).containsExactly(List.of("outer 1", "kept", "outer 2"));
            assertThat(shop.orders()).containsExactly("kept", "outer 1", "outer 2");
        });
    }

    // ---- not in a transaction

    @Test
    void noTransaction_sendsAtOnce() {
        with(shop -> {
            shop.order("none");
            assertThat(backend.batches).hasSize(1);
            shop.transaction(TransactionDefinition.PROPAGATION_SUPPORTS).executeWithoutResult(status -> {
                shop.order("supports");
                assertThat(backend.batches).hasSize(2);
            });
            shop.transaction()
                    .executeWithoutResult(outer -> shop.transaction(TransactionDefinition.PROPAGATION_NOT_SUPPORTED)
                            .executeWithoutResult(none -> {
                                shop.order("not supported");
                                assertThat(backend.batches).hasSize(3);
                            }));
            shop.transactions().setTransactionSynchronization(AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER);
            shop.transaction().executeWithoutResult(status -> {
                shop.order("without synchronization");
                assertThat(backend.batches).hasSize(4);
            });
        });
    }

    @Test
    @EffectOf("job-queue.in-transaction")
    void inTransaction_atOnce_sendsAtOnce() {
        with(
                shop -> shop.transaction().executeWithoutResult(status -> {
                    shop.order("a");
                    assertThat(backend.batches).hasSize(1);
                    status.setRollbackOnly();
                }),
                "job-queue.in-transaction=at-once");
    }

    @Test
    void inTransaction_ofOneQueue_winsThere() {
        with(
                shop -> shop.transaction().executeWithoutResult(status -> {
                    shop.order("a");
                    assertThat(backend.batches).isEmpty();
                }),
                "job-queue.in-transaction=at-once",
                "job-queue.queues.default.in-transaction=after-commit");
        assertThat(backend.batches).hasSize(1);
    }

    @Test
    void memory_inTransaction_acceptsAtOnce() {
        with(
                shop -> shop.transaction().executeWithoutResult(status -> {
                    shop.queue.enqueue("ship", "a");
                    assertThat(shop.queue.stats().submitted()).isEqualTo(1);
                }),
                "job-queue.backend=memory",
                "job-queue.worker-count=0",
                "job-queue.shutdown.timeout=0");
    }

    // ---- after the commit

    @Test
    void sending_fails_isLoggedAndReachesTheProducer(CapturedOutput output) {
        with(shop -> {
            backend.refuse(new QueueFullException("the store is full"));
            NotSentAfterCommitException failure = catchThrowableOfType(
                    NotSentAfterCommitException.class,
                    () -> shop.transaction().executeWithoutResult(status -> {
                        shop.order("a");
                        shop.order("b");
                    }));
            assertThat(failure)
                    .hasMessageContaining("queue 'default'")
                    .hasMessageContaining("the store is full")
                    .hasMessageContaining("{ship=[a, b]}")
                    .hasCauseInstanceOf(QueueFullException.class);
            assertThat(failure.queue()).isEqualTo("default");
            assertThat(failure.ids()).containsExactly("a", "b");
            assertThat(shop.orders()).containsExactly("a", "b");
            assertThat(output)
                    .contains("ERROR")
                    .containsOnlyOnce(StringUtils.capitalize(failure.getMessage()) + System.lineSeparator());
            assertThat(backend.batches).hasSize(1);
            assertThat(shop.queue.stats().rejected()).isEqualTo(2);
        });
    }

    @Test
    void sending_queueWasClosed_reachesTheProducer() {
        with(shop -> assertThatThrownBy(() -> shop.transaction().executeWithoutResult(status -> {
                    shop.order("a");
                    shop.queue.close();
                }))
                .isInstanceOf(NotSentAfterCommitException.class)
                .hasCauseInstanceOf(QueueClosedException.class));
    }

    @Test
    void sending_oneQueueFails_theOtherIsSent() {
        JobBackendFactory full = new JobBackendFactory() {
            @Override
            public String name() {
                return "full";
            }

            @Override
            public JobBackend create(String queue) {
                ScriptedBackend refusing = new ScriptedBackend();
                refusing.refuse(new QueueFullException("the store is full"));
                return refusing;
            }
        };
        runner("job-queue.queues.full.backend=full")
                .withBean("full", JobBackendFactory.class, () -> full)
                .run(context -> {
                    Shop shop = new Shop(context);
                    JobQueue refusing =
                            context.getBean(JobQueues.class).find("full").orElseThrow();
                    assertThatThrownBy(() -> shop.transaction().executeWithoutResult(status -> {
                                refusing.enqueue("ship", "lost");
                                shop.order("a");
                            }))
                            .isInstanceOf(NotSentAfterCommitException.class)
                            .hasMessageContaining("queue 'full'");
                    assertThat(backend.batches).containsExactly(List.of("a"));
                });
    }

    @Test
    void sending_knownId_isNoFailure() {
        with(shop -> {
            shop.queue.enqueue("ship", "a", EnqueueOptions.defaults().withId("a"));
            shop.transaction().executeWithoutResult(status -> {
                shop.order("a");
                shop.order("b");
            });
            assertThat(backend.enqueued).extracting(record -> record.id()).containsExactly("a", "b");
        });
    }

    @Test
    void enqueue_byOthersAfterTheCommit_isSent() {
        with(shop -> {
            shop.transaction().executeWithoutResult(status -> register(() -> shop.order("the first of all")));
            assertThat(backend.batches).containsExactly(List.of("the first of all"));
            shop.transaction().executeWithoutResult(status -> {
                register(() -> shop.order("before"));
                shop.order("a");
                register(() -> shop.order("after"));
            });
            assertThat(backend.batches.subList(1, 3)).containsExactly(List.of("a", "before"), List.of("after"));
        });
    }

    @Test
    void afterCommit_ofOthersThrows_jobsAreSent() {
        with(shop -> {
            assertThatThrownBy(() -> shop.transaction().executeWithoutResult(status -> {
                        register(() -> {
                            throw new IllegalStateException("of others");
                        });
                        shop.order("a");
                    }))
                    .hasMessage("of others");
            assertThat(backend.batches).containsExactly(List.of("a"));
        });
    }

    @Test
    void commit_inDoubt_sendsNothingAndSaysSo(CapturedOutput output) {
        with(shop -> {
            TransactionTemplate unsure = new TransactionTemplate(new UnsureManager(shop));
            assertThatThrownBy(() -> unsure.executeWithoutResult(status -> shop.order("a")))
                    .isInstanceOf(TransactionSystemException.class);
            assertThat(backend.batches).isEmpty();
            assertThat(output)
                    .contains("nobody knows whether the transaction was committed")
                    .contains("{ship=[a]}");
        });
    }

    @Test
    void callerRuns_afterTheCommit_handlersHaveTransactionsOfTheirOwn() {
        with(
                shop -> {
                    backend.refuse(new QueueFullException("the store is full"));
                    shop.transaction().executeWithoutResult(status -> shop.order("a"));
                    assertThat(shop.shipped).containsExactly("a");
                    assertThat(shop.shippedOrders()).containsExactly("a");
                    assertThat(shop.queue.awaitIdle(SOON)).isTrue();
                },
                "job-queue.when-full=caller-runs");
    }

    /** Loses the database when it commits. */
    private static final class UnsureManager extends DataSourceTransactionManager {

        UnsureManager(Shop shop) {
            super(Objects.requireNonNull(shop.transactions().getDataSource()));
        }

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            throw new TransactionSystemException("the connection broke");
        }
    }
}
