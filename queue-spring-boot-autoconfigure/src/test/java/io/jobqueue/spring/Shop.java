package io.jobqueue.spring;

import io.jobqueue.EnqueueOptions;
import io.jobqueue.JobQueue;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application that writes an order into its database and enqueues the job that ships it, in one transaction. */
final class Shop {

    final JobQueue queue;
    final List<String> shipped;
    private final JdbcTemplate jdbc;
    private final DataSourceTransactionManager transactions;

    Shop(ApplicationContext context) {
        this.queue = context.getBean(JobQueue.class);
        this.shipped = context.getBean(Shipping.class).shipped;
        this.jdbc = context.getBean(JdbcTemplate.class);
        this.transactions = context.getBean(DataSourceTransactionManager.class);
    }

    static ApplicationContextRunner in(ApplicationContextRunner runner) {
        return runner.withUserConfiguration(Application.class);
    }

    DataSourceTransactionManager transactions() {
        return transactions;
    }

    TransactionTemplate transaction() {
        return new TransactionTemplate(transactions);
    }

    TransactionTemplate transaction(int propagation) {
        TransactionTemplate template = transaction();
        template.setPropagationBehavior(propagation);
        return template;
    }

    /** Writes and enqueues; the job has the order's id. */
    void order(String id) {
        jdbc.update("insert into orders (id) values (?)", id);
        queue.enqueue("ship", id, EnqueueOptions.defaults().withId(id));
    }

    /** What has been committed. */
    List<String> orders() {
        return jdbc.queryForList("select id from orders order by id", String.class);
    }

    /** What handlers have committed. */
    List<String> shippedOrders() {
        return jdbc.queryForList("select id from orders where shipped order by id", String.class);
    }

    static final class Shipping {

        final List<String> shipped = new CopyOnWriteArrayList<>();
        private final JdbcTemplate jdbc;
        private final TransactionTemplate transaction;

        Shipping(JdbcTemplate jdbc, DataSourceTransactionManager transactions) {
            this.jdbc = jdbc;
            this.transaction = new TransactionTemplate(transactions);
        }

        /** Fails if the order is not to be seen. */
        @JobHandler("ship")
        void ship(String order) {
            transaction.executeWithoutResult(status -> {
                if (jdbc.update("update orders set shipped = true where id = ?", order) != 1) {
                    throw new IllegalStateException("there is no order " + order);
                }
            });
            shipped.add(order);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        DataSource database() {
            JdbcDataSource database = new JdbcDataSource();
            database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            return database;
        }

        @Bean
        JdbcTemplate jdbc(DataSource database) {
            JdbcTemplate jdbc = new JdbcTemplate(database);
            jdbc.execute("create table orders (id varchar primary key, shipped boolean default false)");
            return jdbc;
        }

        @Bean
        DataSourceTransactionManager transactionManager(DataSource database) {
            return new DataSourceTransactionManager(database);
        }

        @Bean
        Shipping shipping(JdbcTemplate jdbc, DataSourceTransactionManager transactions) {
            return new Shipping(jdbc, transactions);
        }
    }
}
