package io.jobqueue.sample;

import io.jobqueue.redis.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The same with the queues in Redis, which has numbers of its own. */
@DirtiesContext
class PrometheusOnRedisTest extends PrometheusTest {

    private static final RedisServer server = RedisServer.start();

    @DynamicPropertySource
    static void redis(DynamicPropertyRegistry properties) {
        properties.add("job-queue.backend", () -> "redis");
        properties.add("spring.data.redis.host", server::host);
        properties.add("spring.data.redis.port", server::port);
    }

    @AfterAll
    static void endServer() {
        server.close();
    }

    @Override
    String queriesToAsk(String document) {
        return document;
    }
}
