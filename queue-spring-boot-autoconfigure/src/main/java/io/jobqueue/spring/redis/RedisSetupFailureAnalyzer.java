package io.jobqueue.spring.redis;

import io.jobqueue.redis.RedisSetupException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells what to change about a Redis server that cannot keep jobs as it is. */
final class RedisSetupFailureAnalyzer extends AbstractFailureAnalyzer<RedisSetupException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RedisSetupException cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Change the server as said above, or name another one in spring.data.redis.*. How Redis has to be set up is in"
                        + " docs/operations.md.",
                cause);
    }
}
